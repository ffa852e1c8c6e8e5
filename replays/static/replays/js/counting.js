// Counting a table: tap pieces, one seat after the other. Without this every seat has its selects.

import { restoreDrafts } from "./drafts.js";
import { enhancePickers } from "./pickers.js";

function open(seat) {
  seat.open = true;
  seat.querySelector("summary").focus({ preventScroll: true });
  seat.scrollIntoView({ block: "start" });
}

for (const link of document.querySelectorAll("[data-next-seat]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(document.querySelector(link.getAttribute("href")).closest("details"));
  });
}

restoreDrafts();
enhancePickers();
