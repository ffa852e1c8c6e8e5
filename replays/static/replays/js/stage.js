// The page of a match, by its parts. They are looked up when they are needed, because a live match
// replaces the whole page.

export const stage = () => document.getElementById("match");
export const frame = () => document.getElementById("frame");
export const room = () => frame().querySelector(".board-room");
export const live = () => document.getElementById("live");
export const at = () => Number(frame().dataset.ply);
export const last = () => Number(stage().dataset.last);
export const within = (ply) => Math.max(0, Math.min(last(), Math.round(ply) || 0));
export const plies = (name) => (stage().dataset[name] || "").split(" ").filter(Boolean).map(Number);
