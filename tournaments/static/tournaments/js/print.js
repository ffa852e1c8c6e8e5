// The button of a sheet; without scripts the browser's own menu prints it as well.

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => window.print());
