// Loaded before the page is painted, so that a chosen theme never flashes. The rest is in site.js.
(function () {
  "use strict";
  try {
    var chosen = window.localStorage.getItem("kaiten-theme");
    if (chosen === "light" || chosen === "dark") {
      document.documentElement.dataset.theme = chosen;
    }
  } catch {
    // Storage may be forbidden; the system's theme is used then.
  }
})();
