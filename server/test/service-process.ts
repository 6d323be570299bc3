import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Browser } from './browser.ts';

const START_TIMEOUT_MS = 60_000;
const MAIN = join(import.meta.dirname, '../src/main.ts');
const HEAP_FLAGS = ['--max-old-space-size=1024', '--max-semi-space-size=8'];

/** The real service as a separate process. It can be killed and started again at the same address. */
export interface ServiceProcess {
  readonly env: Record<string, string>;
  readonly origin: string;
  /** Id of the running process. */
  readonly pid: number | undefined;
  start(): Promise<void>;
  /** Sends SIGKILL, so that no handler runs and nothing is flushed. */
  kill(): Promise<void>;
  /** Returns a browser. With TRUST_PROXY, the service applies its limits per address to this `address`. */
  browser(address?: string): Browser;
}

/** URLs of one database, one for each login. A missing URL is the same as `appUrl`. */
export interface Logins {
  readonly appUrl: string;
  readonly systemUrl?: string;
  readonly ownerUrl?: string;
}

/** Prepares the process without starting it. `preload` lists modules that are loaded before the service. */
export async function aServiceProcess(
  { appUrl, systemUrl, ownerUrl }: Logins,
  dataDir: string,
  { env: given = {}, preload = [] }: { env?: Record<string, string>; preload?: readonly string[] } = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    // The launcher starts the service with the same value, and with the flags in `HEAP_FLAGS`.
    MALLOC_TRIM_THRESHOLD_: '131072',
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: appUrl,
    ...(systemUrl && { SYSTEM_DATABASE_URL: systemUrl }),
    ...(ownerUrl && { DATABASE_OWNER_URL: ownerUrl }),
    DATA_DIR: dataDir,
    PHOTO_MASTER_KEY: randomBytes(32).toString('base64'),
    LINK_KEY: randomBytes(32).toString('base64'),
    AUTH_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'fatal',
    ...given,
  };
  const args = [...HEAP_FLAGS, ...preload.flatMap((path) => ['--import', path]), MAIN];
  let child: ChildProcess | undefined;
  return {
    env,
    origin,
    get pid() {
      return child?.pid;
    },
    async start() {
      const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
      child = started;
      // When the test's process exits, the service must be killed too, because nothing else would stop the service.
      const abandon = (): boolean => started.kill('SIGKILL');
      process.once('exit', abandon);
      started.once('exit', () => process.off('exit', abandon));
      await untilReady(origin, started);
    },
    async kill() {
      const running = child;
      child = undefined;
      if (!running || running.exitCode !== null) return;
      const gone = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await gone;
    },
    browser: (address) => new Browser(origin, (path, init) => fetch(new URL(path, origin), init), address),
  };
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await pause(25)) {
    if (child.exitCode !== null) throw new Error('the service ended before it was ready');
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the service did not become ready');
}

/**
 * These ports are below the range from which operating systems assign free ports. In that range, another program could
 * get the port between two starts of the service.
 */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** Finds a free port that is followed by `count - 1` free ports. */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + randomInt(PORTS);
    const stretch = Array.from({ length: count }, (_, at) => isFree(first + at));
    if ((await Promise.all(stretch)).every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
