// Which pieces of one frame are which of the next.

const placed = ({ where, name }) => `${where}\n${name}`;

// Pairs what is the same: first in its own place, then in another, then what was turned over.
export function compare(before, after) {
  const [stays, stayed, came] = pair(before, after, placed);
  const [moves, moved, other] = pair(stayed, came, ({ name }) => name);
  const hidden = ({ name }) => name === "hidden";
  const [shown, departures, arrivals] = pair(
    moved,
    other,
    ({ seat }) => seat,
    (then, now) => hidden(then) !== hidden(now),
  );
  return { stays, moves: [...moves, ...shown], arrivals, departures };
}

function pair(before, after, key, fits = () => true) {
  const waiting = new Map();
  for (const unit of before) {
    const name = key(unit);
    const others = waiting.get(name);
    if (others) others.push(unit);
    else waiting.set(name, [unit]);
  }
  const pairs = [];
  const rest = [];
  for (const unit of after) {
    const candidates = waiting.get(key(unit)) ?? [];
    const index = candidates.findIndex((then) => fits(then, unit));
    if (index < 0) rest.push(unit);
    else pairs.push([candidates.splice(index, 1)[0], unit]);
  }
  return [pairs, [...waiting.values()].flat(), rest];
}
