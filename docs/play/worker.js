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
  const all = 3 + wheels.length + modules.length;
  let done = 0;
  const counted = async (promise, weight = 1) => {
    const result = await promise;
    done += weight;
    postMessage({ progress: done / all });
    return result;
  };
  const [python, archives, sources] = await Promise.all([
    counted(loadPyodide({ indexURL: here("python/") }), 2),
    Promise.all(wheels.map((name) => counted(get(here(`python/${name}`)).then((file) => file.arrayBuffer())))),
    Promise.all(modules.map((address) => counted(get(address).then((file) => file.text())))),
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
