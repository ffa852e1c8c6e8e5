// The track behind the scrubber: a line for each player, the score so far, and marks for what one
// may look for. It is drawn from the scores that come with the frames.

const SPACE = "http://www.w3.org/2000/svg";
const HEIGHT = 100;

export function drawTrack(drawing, frames, last, marks) {
  const known = [];
  for (let ply = 0; ply <= last; ply += 1) {
    const scores = frames.scores(ply);
    if (scores) known.push([ply, scores]);
  }
  drawing.replaceChildren();
  if (!known.length || !last) return;
  drawing.setAttribute("viewBox", `0 0 ${last} ${HEIGHT}`);
  for (const [kind, plies] of Object.entries({ ...marks, lead: leadChanges(known) })) {
    for (const ply of plies) drawing.append(upright(kind, ply));
  }
  const all = known.flatMap(([, scores]) => scores);
  const low = Math.min(0, ...all);
  const high = Math.max(low + 1, ...all);
  const height = (score) => HEIGHT - 6 - ((score - low) / (high - low)) * (HEIGHT - 12);
  for (let seat = 0; seat < known[0][1].length; seat += 1) {
    const line = document.createElementNS(SPACE, "polyline");
    const points = known.map(([ply, scores]) => `${ply},${height(scores[seat]).toFixed(1)}`);
    line.setAttribute("points", points.join(" "));
    line.setAttribute("class", `track-line rim-${seat}`);
    drawing.append(line);
  }
}

function upright(kind, ply) {
  const line = document.createElementNS(SPACE, "line");
  const [top, bottom] = kind === "round" ? [0, HEIGHT] : kind === "lead" ? [HEIGHT - 10, HEIGHT] : [0, 14];
  const places = { x1: ply, x2: ply, y1: top, y2: bottom, class: `track-mark track-${kind}` };
  for (const [name, value] of Object.entries(places)) line.setAttribute(name, String(value));
  return line;
}

// The steps after which somebody else leads than before; while several do, nobody has taken over.
function leadChanges(known) {
  const changes = [];
  let leader = null;
  for (const [ply, scores] of known) {
    const most = Math.max(...scores);
    const first = scores.filter((score) => score === most).length === 1 ? scores.indexOf(most) : null;
    if (first === null || first === leader) continue;
    if (leader !== null) changes.push(ply);
    leader = first;
  }
  return changes;
}
