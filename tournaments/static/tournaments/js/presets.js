// A preset fills the inputs that are folded away below it. Without this the server does, when the
// form is sent.
document.addEventListener("change", (event) => {
  const { form, dataset, value } = event.target;
  if (!dataset.filling) return;
  for (const [name, wanted] of Object.entries(JSON.parse(dataset.filling))) {
    for (const input of form.querySelectorAll(`[name="${name}"]`)) {
      if (input.matches("[type=checkbox], [type=radio]")) input.checked = wanted.includes(input.value);
      else input.value = wanted[0] ?? "";
    }
  }
  form.elements.filled.value = value;
});
