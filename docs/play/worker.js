// Python in a thread: takes questions as JSON and posts answers as JSON.
const modules = ["play_clicks.py", "play_words.py", "play_page.py"];
const answering = start();

async function start() {
  const here = (name) => new URL(name, import.meta.url).href;
  const get = async (name) => {
    const response = await fetch(here(name));
    if (!response.ok) throw new Error(`${name} failed to load (HTTP ${response.status})`);
    return response;
  };
  const { loadPyodide } = await import(here("python/pyodide.mjs"));
  const wheels = await (await get("python/wheels.json")).json();
  const [python, archives, sources] = await Promise.all([
    loadPyodide({ indexURL: here("python/") }),
    Promise.all(wheels.map(async (name) => (await get(`python/${name}`)).arrayBuffer())),
    Promise.all(modules.map(async (name) => (await get(name)).text())),
  ]);
  for (const archive of archives) python.unpackArchive(archive, "wheel");
  modules.forEach((name, number) => python.FS.writeFile(name, sources[number]));
  return python.pyimport("play_page").Page().answer;
}

addEventListener("message", async ({ data: { number, question } }) => {
  try {
    const answer = await answering;
    postMessage({ number, answer: answer(question) });
  } catch (problem) {
    postMessage({ number, problem: problem.message.trim().split("\n").at(-1) });
  }
});
