// The set-up of a club: what this device knows is filled in, to be seen and changed.

const zone = document.getElementById("id_time_zone");
const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
// A device that says UTC has mostly not been told where it is: whoever uses it knows.
const known = guess?.includes("/") && [...zone.options].some((option) => option.value === guess);
if (!zone.value && known) zone.value = guess;

document.addEventListener("input", (event) => {
  if (event.target.id !== "id_name") return;
  const plain = event.target.value.normalize("NFKD").replace(/[^\w\s-]/g, "");
  const slug = document.getElementById("id_slug");
  slug.placeholder = plain.toLowerCase().trim().replace(/[-_\s]+/g, "-").slice(0, 60);
});
