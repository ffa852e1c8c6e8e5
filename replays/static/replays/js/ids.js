// Names that nobody else has. A club's own network has plain addresses, and no crypto.randomUUID.

const DEVICE = "kaiten-device";
let device = "";

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

// What this browser calls itself: whoever has the pen of a table is a device.
export function deviceId() {
  if (device) return device;
  try {
    device = window.localStorage.getItem(DEVICE) ?? "";
    if (!device) {
      device = newId();
      window.localStorage.setItem(DEVICE, device);
    }
  } catch {
    device ||= newId(); // It then lasts for this page only.
  }
  return device;
}
