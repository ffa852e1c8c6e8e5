// A score sheet is printed, or handed to whatever the device shares with. Copying is copying.js's.

const print = document.getElementById("print");
const share = document.getElementById("share");

print.hidden = false;
print.addEventListener("click", () => window.print());

if (navigator.share) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    const { title, address: url } = share.dataset;
    try {
      await navigator.share({ title, url });
    } catch {
      // Whoever closes the list of places to share with has changed their mind.
    }
  });
}
