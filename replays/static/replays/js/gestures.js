// Fingers on the stage: a swipe over the board is a step, a button that is held repeats itself.

const FAR = 45;
const PATIENCE = 380;
const AGAIN = 110;

export function bindGestures(actions) {
  let start = null;
  document.addEventListener("touchstart", (event) => {
    const touch = event.touches.length === 1 && event.target.closest(".board-room");
    start = touch ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!start) return;
    const { clientX, clientY } = event.changedTouches[0];
    const x = clientX - start.x;
    if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(clientY - start.y)) {
      actions[x < 0 ? "next" : "previous"]();
    }
    start = null;
  }, { passive: true });

  let timer = 0;
  let repeated = false;
  const stop = () => window.clearTimeout(timer);
  const repeat = (action) => {
    repeated = true;
    actions[action]();
    timer = window.setTimeout(repeat, AGAIN, action);
  };
  document.addEventListener("pointerdown", (event) => {
    const held = event.target.closest('[data-action="next"], [data-action="previous"]');
    if (!held || event.button) return;
    repeated = false;
    timer = window.setTimeout(repeat, PATIENCE, held.dataset.action);
  });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, stop, true);
  window.addEventListener("blur", stop);
  // The click that ends it is no step of its own, nor is a held link dragged or asked about.
  document.addEventListener("click", (event) => {
    if (repeated && event.target.closest("[data-action]")) event.preventDefault();
    repeated = false;
  }, true);
  document.addEventListener("contextmenu", (event) => {
    if (repeated) event.preventDefault();
  });
}
