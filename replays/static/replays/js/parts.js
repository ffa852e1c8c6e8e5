// Whether some places are part of others: lists of numbers, sorted where their order means nothing.

export const isSame = (one, other) => one.length === other.length && isPrefix(one, other);

export const isPrefix = (part, whole) => part.every((place, index) => place === whole[index]);

export function isPart(part, whole) {
  let from = 0;
  for (const place of part) {
    const found = whole.indexOf(place, from);
    if (found < 0) return false;
    from = found + 1;
  }
  return true;
}
