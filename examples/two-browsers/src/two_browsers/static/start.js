const [start, links, error] = ["new", "links", "error"].map((id) => document.getElementById(id));

function item(tribe, link) {
  const anchor = document.createElement("a");
  anchor.href = link;
  anchor.textContent = anchor.href;
  const line = document.createElement("li");
  line.append(tribe === "sea" ? "Sea: " : "Forest: ", anchor);
  return line;
}

start.addEventListener("click", async () => {
  try {
    const answer = await fetch("/games", { method: "POST" });
    const made = await answer.json();
    links.replaceChildren(...Object.entries(made.links).map(([tribe, link]) => item(tribe, link)));
    error.textContent = "";
  } catch {
    error.textContent = "The server does not answer.";
  }
});
