import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { registerDomains } from '#server/app.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import type { Context } from '#server/platform/context.ts';
import { createPlatform } from '#server/platform/create-platform.ts';
import { prepareJobs } from '#server/platform/jobs/create-jobs.ts';
import { Browser } from './browser.ts';
import { freshDatabase } from './database.ts';

const START_TIMEOUT_MS = 60_000;

/** The real service in a process of its own, over a database and a folder that outlive it. */
export interface KillableService {
  /** The same database and folder, in this process: to prepare and to look. It delivers no events by itself. */
  readonly context: Context;
  start(): Promise<void>;
  /** SIGKILL, now: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  browser(): Browser;
}

export async function aKillableService(): Promise<KillableService> {
  const database = await freshDatabase();
  await prepareJobs(database.ownerUrl);
  return aServiceOn(database);
}

/** The same on a database that may be empty: the service prepares it at its start. Without `ownerUrl` it logs in as its owner. */
export async function aServiceOn(database: { appUrl: string; ownerUrl?: string }): Promise<KillableService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'flaira-crash-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = environment(database, dataDir, port, origin);
  const { context } = createPlatform(readConfig(env), { databaseUrl: database.appUrl });
  registerDomains(context);
  let child: ChildProcess | undefined;
  const kill = async () => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  onTestFinished(async () => {
    await kill();
    await context.db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    context,
    kill,
    async start() {
      const main = join(import.meta.dirname, '../src/main.ts');
      child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      await untilReady(origin, child);
    },
    browser: () => new Browser(origin, (path, init) => fetch(new URL(path, origin), init)),
  };
}

function environment(database: { appUrl: string; ownerUrl?: string }, dataDir: string, port: number, origin: string) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: database.appUrl,
    ...(database.ownerUrl && { DATABASE_OWNER_URL: database.ownerUrl }),
    DATA_DIR: dataDir,
    PHOTO_MASTER_KEY: randomBytes(32).toString('base64'),
    LINK_KEY: randomBytes(32).toString('base64'),
    AUTH_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'fatal',
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}
