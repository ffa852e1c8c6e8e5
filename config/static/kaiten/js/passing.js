// What stands for a while goes when its time is over; without scripts, when the page is asked for
// again.

function pass() {
  for (const node of document.querySelectorAll("[data-until]")) {
    if (Date.parse(node.dataset.until) <= Date.now()) node.remove();
  }
}
setInterval(pass, 1000);
