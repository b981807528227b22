// Shows those rows of the table of names that have all words of the filter.

const filter = document.getElementById("names-filter");
const count = document.getElementById("names-count");
const rows = [...document.querySelectorAll("article tbody tr")].map((row) => ({ row, text: row.textContent.toLowerCase() }));

function show() {
  const words = filter.value.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const { row, text } of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    shown += !row.hidden;
  }
  count.textContent = `${shown} of ${rows.length} names`;
}

filter.hidden = false;
filter.addEventListener("input", show);
show();
