// Clients of a server in a process of their own, so that they share no thread with what they measure: some watch a run to
// its end, some ask to watch and never read a byte, and one asks for the list of runs so many times in a second.
//
//     node test/e2e/load/clients.js '{"address": "http://127.0.0.1:4100", "token": "TOKEN", "run": "ID", "watchers": 50, "deaf": 10, "lists": 200}'
//
// Says "ready" on its first line, when all of them are connected, and on its last, when the run is over, what they got.

import { Agent, get } from "node:http";
import { connect } from "node:net";

const { address, token, run, watchers, deaf, lists } = JSON.parse(process.argv[2]);
const events = `/api/runs/${run}/events`;
const { hostname, port } = new URL(address);
const headers = { authorization: `Bearer ${token}` };

/** One who reads all: lines of the record by number, the last state, and what else came. */
function watcher() {
  const seen = { ids: [], last: "", probabilities: 0, isWhole: false };
  let text = "";
  const take = (block) => {
    const type = /^event: (.*)$/m.exec(block)?.[1];
    const id = /^id: (\d+)$/m.exec(block)?.[1];
    if (id !== undefined) seen.ids.push(Number(id));
    if (type === "state") seen.last = /"status":"(\w+)"/.exec(block)[1];
    if (type === "probabilities") seen.probabilities++;
  };
  let connected;
  const isThere = new Promise((resolve) => {
    connected = resolve;
  });
  const ended = new Promise((resolve, reject) => {
    get(address + events, { agent: false, headers }, (response) => {
      connected();
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        const blocks = (text + chunk).split("\n\n");
        text = blocks.pop();
        blocks.forEach(take);
      });
      response.on("end", () => resolve({ ...seen, isWhole: text === "" }));
      response.on("error", reject);
    }).on("error", reject);
  });
  return { isThere, ended };
}

/** One who asks and never reads; whether the server has let go of it can be asked of the server alone. */
function deafWatcher() {
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.pause();
  socket.write(
    `GET ${events} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

/** Asks for the list at this rate, however long answers take; gives how long each took. */
function asker(rate) {
  const agent = new Agent({ keepAlive: true });
  const tookMs = [];
  const bad = [];
  const startedAt = performance.now();
  let asked = 0;
  const timer = setInterval(() => {
    while (asked < ((performance.now() - startedAt) / 1000) * rate) {
      asked++;
      const at = performance.now();
      get(`${address}/api/runs`, { agent, headers }, (response) => {
        response.resume();
        response.on("end", () => {
          tookMs.push(performance.now() - at);
          if (response.statusCode !== 200) bad.push(response.statusCode);
        });
      }).on("error", (error) => bad.push(error.message));
    }
  }, 5);
  return () => {
    clearInterval(timer);
    const seconds = (performance.now() - startedAt) / 1000;
    const sorted = tookMs.toSorted((a, b) => a - b);
    return { perSecond: tookMs.length / seconds, bad, p99: sorted[Math.floor(0.99 * sorted.length)] };
  };
}

const all = Array.from({ length: watchers }, watcher);
const sockets = Array.from({ length: deaf }, deafWatcher);
await Promise.all(all.map(({ isThere }) => isThere));
console.log("ready");
const stop = asker(lists);
const seen = await Promise.all(all.map(({ ended }) => ended));
console.log(JSON.stringify({ seen, lists: stop() }));
for (const socket of sockets) socket.destroy();
process.exit(0);
