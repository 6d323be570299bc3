import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Page } from './pages.ts';
import type { Target } from './measure.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The service's work for one reader: the statements in order, and the answer. */
export interface Recording {
  readonly statements: readonly Statement[];
  readonly answer: unknown;
}

const READERS = 50;
const SERVICE_PORT = Number(process.env.BENCH_PORT ?? 4640);
const BARE_PORT = SERVICE_PORT + 1;
const AUTH_SECRET = randomBytes(32).toString('hex');

/** Starts the real service in a separate process. */
export async function startService(databaseUrl: string) {
  const port = SERVICE_PORT;
  const key = randomBytes(32).toString('base64');
  const child = run(join(import.meta.dirname, 'service.ts'), {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    SYSTEM_DATABASE_URL: databaseUrl.replace('flaira_app', 'flaira_system'),
    DATABASE_OWNER_URL: databaseUrl.replace('flaira_app', 'flaira_owner'),
    AUTH_SECRET,
    LINK_KEY: key,
    PHOTO_MASTER_KEY: key,
    LOG_LEVEL: 'silent',
    // Each reader has a separate address, so their searches are counted separately.
    TRUST_PROXY: '1',
    // The process with this role runs no background work, so nothing competes with the readers.
    PROCESS_ROLE: 'web',
  });
  await untilReady(port);
  const cookies = await signIn(databaseUrl);
  const target: Target = { port, cookies };
  return {
    ...target,
    pid: child.pid ?? 0,
    stop: () => end(child),
    /**
     * Records one page for each of several readers. The readers have different subscription plans and communities, so
     * each page causes different work in the database.
     */
    async record(page: Page, readers: number): Promise<Recording[]> {
      const recordings: Recording[] = [];
      for (const cookie of cookies.slice(0, readers)) recordings.push(await recordOne(child, port, page, cookie));
      return recordings;
    },
  };
}

/**
 * Records the statements of a reader's second visit, because the first visit may also write to the database. The
 * service reports its statements on request.
 */
async function recordOne(child: ChildProcess, port: number, page: Page, cookie: string): Promise<Recording> {
  const look = async (): Promise<unknown> => {
    const sent = await fetch(`http://127.0.0.1:${port}${page.path}`, {
      method: 'POST',
      body: JSON.stringify(page.input),
      headers: { 'content-type': 'application/json', cookie, origin: `http://localhost:${port}` },
    });
    return sent.json();
  };
  await look();
  const listens = once(child, 'message');
  child.send('record');
  await listens;
  const answer = await look();
  const told = once(child, 'message');
  child.send('tell');
  const statements = (await told)[0] as Statement[];
  // The bare handler shares its connections between readers, as the service does for single statements. A transaction
  // needs a separate connection.
  if (statements.some(({ text }) => text === 'begin'))
    throw new Error(`${page.name} writes: it cannot be played by the bare handler`);
  return { statements, answer };
}

/**
 * Starts the bare handler, which does the least possible work with node:http. It runs each reader's statements and
 * writes the recorded answer of the service.
 */
export async function startBare(databaseUrl: string, recordings: readonly Recording[]) {
  const child = run(join(import.meta.dirname, 'bare.ts'), { PORT: String(BARE_PORT), DATABASE_URL: databaseUrl });
  child.send(recordings);
  await untilReady(BARE_PORT);
  const cookies = recordings.map((_, reader) => `reader=${reader}`);
  return { port: BARE_PORT, pid: child.pid ?? 0, cookies, stop: () => end(child) };
}

function run(file: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    await answer?.text();
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`nothing answers on port ${port}`);
}

/** Signs in readers of every subscription plan, and returns their cookies. */
async function signIn(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const cookies: string[] = [];
  for (let n = 0; n < READERS; n++) {
    const token = `bench-${n}-${randomBytes(8).toString('hex')}`;
    await client.query(
      `insert into sessions (id, user_id, token, expires_at) values (gen_random_uuid(), bench_id('u' || $1::int), $2, now() + interval '1 day')`,
      [200 + n, token],
    );
    const signature = createHmac('sha256', AUTH_SECRET).update(token).digest('base64');
    cookies.push(`flaira.session_token=${encodeURIComponent(`${token}.${signature}`)}`);
  }
  await client.end();
  return cookies;
}
