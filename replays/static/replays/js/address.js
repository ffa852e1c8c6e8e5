// The address of the page: it says which step is looked at, and leads there again.

import { last, live, stage } from "./stage.js";

const parameters = () => new URLSearchParams(window.location.search);
export const isOld = () => parameters().has("v");

// Names the address of any step. The newest one of a live match has the address of the match: who
// comes back follows again.
export function addresses() {
  const query = parameters();
  const newest = live() && !query.has("v") ? last() : null;
  return (ply) => {
    if (ply === newest) query.delete("ply");
    else query.set("ply", String(ply));
    const asked = query.toString();
    return window.location.pathname + (asked && `?${asked}`);
  };
}

export const wantedStep = () => parameters().get("ply");

// What the address says besides the step.
export function view() {
  const query = parameters();
  query.delete("ply");
  return `${window.location.pathname}?${query}`;
}

export function shareAddress(ply) {
  const url = new URL(stage().dataset.share);
  url.searchParams.set("ply", String(ply));
  return url.href;
}
