// Shows the comments on the step that is looked at.
export function showComments(ply) {
  const step = String(ply);
  const parts = document.getElementById("comments")?.querySelectorAll("[data-at-step]") ?? [];
  for (const part of parts) part.hidden = part.dataset.atStep !== step;
}

// Who writes a comment, or plays on, does it at that step.
export function aimForms(ply) {
  const inputs = document.querySelectorAll("#comments [name=ply], [data-follows] [name=ply]");
  for (const input of inputs) input.value = String(ply);
}
