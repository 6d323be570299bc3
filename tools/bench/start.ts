/**
 * npm run bench -- --only start
 *
 * Measures the time from `npm start` to the first page, when everything is built and the data exist. It prints the
 * median of five starts and, for comparison, the median of a bare node:http server. The first start, which may build
 * and make the demo data, is not counted. It uses DATA_DIR, or its own data folder, which the next run uses again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../run/project.ts';
import { leaveWhenAsked } from '../run/shutdown.ts';
import { median, tell } from './rows.ts';

const PORT = 4698;
const ROUNDS = 5;
const LIMIT_S = 3;
const bareServer = `require('node:http').createServer((q, r) => r.end('here')).listen(${PORT}, '127.0.0.1')`;
const dataDir = process.env.DATA_DIR ?? join(root, 'data/bench-start');
mkdirSync(dataDir, { recursive: true });

const start = () => secondsUntil('npm', ['start', '--silent'], '/home');
const bare = () => secondsUntil(process.execPath, ['-e', bareServer], '/');

leaveWhenAsked();
await start();
const times = { ours: [] as number[], bare: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  times.ours.push(await start());
  times.bare.push(await bare());
}
const [value, baseline] = [median(times.ours), median(times.bare)];
console.log(
  `first page after ${value.toFixed(2)} s (${times.ours.map((time) => time.toFixed(2)).join(', ')}; at most ${LIMIT_S}), bare node:http ${baseline.toFixed(2)} s`,
);
tell({ part: 'start', name: 'first page after npm start', value, unit: 's', baseline, most: LIMIT_S });

/**
 * Starts a command and returns the seconds until it answers a request with 200. It sends a request every 20 ms. Then it
 * stops the process and waits until the process has ended.
 */
async function secondsUntil(command: string, args: readonly string[], path: string): Promise<number> {
  const begin = performance.now();
  // Uses the address of a plain `npm start`, so that the pages which `npm start` built can be used.
  const env = { PUBLIC_URL: 'http://localhost:4600', ...process.env, PORT: String(PORT), DATA_DIR: dataDir };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const ended = once(child, 'exit');
  // The child has its own process group, so this process must end it.
  const abandon = (): void => signal(child);
  process.once('exit', abandon);
  void ended.then(() => process.off('exit', abandon));
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`).catch(() => null);
    await answer?.text();
    if (answer?.status === 200) break;
    await sleep(20);
  }
  const elapsed_s = (performance.now() - begin) / 1000;
  await end(child, ended);
  return elapsed_s;
}

function signal({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, 'SIGTERM');
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended by itself`);
  signal(child);
  await ended;
  while (await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null)) await sleep(50);
}
