// Hands an address to whatever the device shares with; where there is nothing, copies it.
// A button with `data-shares` names the address.

import { copyText } from "./copying.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-shares]");
  if (!button) return;
  const { shares: url, title } = button.dataset;
  if (!navigator.share) {
    await copyText(url, button);
    return;
  }
  try {
    await navigator.share({ title, url });
  } catch {
    // Whoever closes the list of places to share with has changed their mind.
  }
});
