// Python in a thread: first takes the addresses of its modules, then questions as JSON, and posts answers as JSON.
let answering = null;

async function start(modules) {
  const here = (name) => new URL(name, import.meta.url).href;
  const get = async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} failed to load (HTTP ${response.status})`);
    return response;
  };
  const { loadPyodide } = await import(here("python/pyodide.mjs"));
  const wheels = await (await get(here("python/wheels.json"))).json();
  const [python, archives, sources] = await Promise.all([
    loadPyodide({ indexURL: here("python/") }),
    Promise.all(wheels.map(async (name) => (await get(here(`python/${name}`))).arrayBuffer())),
    Promise.all(modules.map(async (address) => (await get(address)).text())),
  ]);
  for (const archive of archives) python.unpackArchive(archive, "wheel");
  const names = modules.map((address) => new URL(address).pathname.split("/").at(-1));
  names.forEach((name, number) => python.FS.writeFile(name, sources[number]));
  return python.pyimport(names.at(-1).replace(".py", "")).Page().answer;
}

addEventListener("message", async ({ data: { modules, number, question } }) => {
  if (modules) {
    answering = start(modules);
    answering.catch(() => {}); // told with the answer to the first question
    return;
  }
  try {
    const answer = await answering;
    postMessage({ number, answer: answer(question) });
  } catch (problem) {
    postMessage({ number, problem: problem.message.trim().split("\n").at(-1) });
  }
});
