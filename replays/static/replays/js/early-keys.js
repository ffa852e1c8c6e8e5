// Loaded before the page is painted: keys pressed until the scripts are there wait for them.
(function () {
  "use strict";
  var pressed = [];
  function keep(event) {
    pressed.push(event);
  }
  document.addEventListener("keydown", keep);
  window.kaitenEarlyKeys = {
    release: function (press) {
      document.removeEventListener("keydown", keep);
      pressed.splice(0).forEach(press);
    },
  };
})();
