// Shows the comments on the step that is looked at; who writes one, or plays on, does it there.

export function showComments(ply) {
  const step = String(ply);
  for (const part of document.querySelectorAll("[data-at-step]")) part.hidden = part.dataset.atStep !== step;
  for (const input of document.querySelectorAll("#comments [name=ply], [data-follows] [name=ply]")) input.value = step;
}
