// What a test asks of a page that is open.
window.look = (() => {
  const TABBABLE = "a[href], button, input, select, textarea, summary, iframe, [tabindex='0']";
  const named = (node) => node.outerHTML.replace(/\s+/g, " ").slice(0, 140);
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]");
  const styleOf = (node, part) => getComputedStyle(node, part);
  const isDrawn = (style) =>
    (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";

  function tabbable() {
    return [...document.querySelectorAll(TABBABLE)].filter(
      (node) => isSeen(node) && !node.disabled && node.tabIndex >= 0 && node.type !== "hidden" &&
        !node.closest("dialog:not([open]), template"),
    );
  }
  const groupOf = (node) => (node.type === "radio" ? `radio ${node.form?.action} ${node.name}` : node);

  // A ring around it, around its label or around what it lies in; in a drawing, a line.
  function showsFocus(node) {
    const places = [node, ...(node.labels ?? []), node.nextElementSibling, node.parentElement];
    return places.some(
      (place) =>
        place &&
        (isDrawn(styleOf(place)) || isDrawn(styleOf(place, "::after")) || isDrawn(styleOf(place, "::before"))),
    ) || Boolean(node.closest("svg"));
  }

  const reached = new Set();
  const unseen = new Set();
  document.addEventListener("focusin", ({ target }) => {
    reached.add(groupOf(target));
    if (!showsFocus(target)) unseen.add(named(target));
  });

  const scrolls = (node) =>
    ["auto", "scroll"].includes(styleOf(node).overflowX) && node.scrollWidth > node.clientWidth + 1;

  return {
    sticksOut: () =>
      document.documentElement.scrollWidth <= window.innerWidth
        ? []
        : [...document.querySelectorAll("body *")]
            .filter((node) => node.getBoundingClientRect().right > window.innerWidth + 1)
            .slice(0, 4)
            .map(named),
    // What scrolls sideways inside the page says so at its edge, and who a line is about stays.
    cut: () =>
      [...document.querySelectorAll("main *, nav ul")]
        .filter((node) => isSeen(node) && scrolls(node) && !node.matches("textarea, select"))
        .filter((node) => {
          const { backgroundImage, maskImage } = styleOf(node);
          const row = node.querySelector("table tbody tr");
          const cells = row ? [...row.children] : [];
          const stays = !row || cells.some((cell) => styleOf(cell).position === "sticky");
          return !stays || ![backgroundImage, maskImage].some((image) => image.includes("gradient"));
        })
        .map(named),
    steps: () => tabbable().length,
    missed: () => tabbable().filter((node) => !reached.has(groupOf(node))).map(named),
    unseen: () => [...unseen],
    section: () => {
      const marked = document.querySelectorAll(".site-nav [aria-current]");
      const box = marked[0]?.getBoundingClientRect();
      return [marked.length, !box || (box.left >= -1 && box.right <= window.innerWidth + 1)];
    },
  };
})();
