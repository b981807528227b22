// boardgame.io's side: tic-tac-toe, written as its tutorial teaches. It measures what is asked for, a line each.

const { createInterface } = require("node:readline");
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const POSITIONS = 2000;
const PERFT_DEPTH = 4;

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((cell) => G.cells[cell] === ctx.currentPlayer))) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(null)) return { draw: true };
  },
};

const numPlayers = 2;
const reduce = CreateGameReducer({ game });
const choose = (list) => list[Math.floor(Math.random() * list.length)];
const legal = (state) => (state.ctx.gameover ? [] : [...state.G.cells.keys()].filter((cell) => state.G.cells[cell] === null));
const apply = (state, cell) =>
  reduce(state, { type: "MAKE_MOVE", payload: { type: "mark", args: [cell], playerID: state.ctx.currentPlayer } });

function playout() {
  const client = Client({ game, numPlayers, debug: false });
  client.start();
  let done = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    client.moves.mark(choose(legal(state)));
    done++;
  }
  client.stop();
  return done;
}

function* steps() {
  for (;;) {
    let state = InitializeGame({ game, numPlayers });
    for (let cells = legal(state); cells.length; cells = legal(state)) {
      const cell = choose(cells);
      yield [state, cell];
      state = apply(state, cell);
    }
  }
}

function leanPlayout() {
  let done = 0;
  for (let state = InitializeGame({ game, numPlayers }); !state.ctx.gameover; done++) state = apply(state, choose(legal(state)));
  return done;
}

function some(count) {
  const found = [];
  for (const step of steps()) {
    found.push(step);
    if (found.length === count) return found;
  }
}

const perft = (state, depth) =>
  depth === 1 ? legal(state).length : legal(state).reduce((sum, cell) => sum + perft(apply(state, cell), depth - 1), 0);

const kept = some(POSITIONS);
const over = (call) => () => (kept.forEach(([state, cell]) => call(state, cell)), kept.length);
const work = {
  playout,
  leanPlayout,
  branch: over(apply),
  expand: () => kept.reduce((sum, [state]) => sum + legal(state).map((cell) => apply(state, cell)).length, 0),
  perft: () => perft(InitializeGame({ game, numPlayers }), PERFT_DEPTH),
  json: over((state) => JSON.parse(JSON.stringify(state))),
};

function speed(name, seconds) {
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < seconds * 1000) done += work[name]();
  return done / ((performance.now() - start) / 1000);
}

function keep(count) {
  global.gc();
  const before = process.memoryUsage.rss();
  const states = some(count);
  global.gc();
  return states.length ? process.memoryUsage.rss() - before : 0;
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [name, number] = JSON.parse(line);
  console.log(name === "keep" ? keep(number) : speed(name, number));
});
