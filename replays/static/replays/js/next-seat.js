// Counting a table goes from one seat to the next.

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-next-seat]");
  if (!link) return;
  event.preventDefault();
  const seat = document.querySelector(link.getAttribute("href")).closest("details");
  seat.open = true;
  seat.querySelector("summary").focus({ preventScroll: true });
  seat.scrollIntoView({ block: "start" });
});
