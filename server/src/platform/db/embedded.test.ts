import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { removeDataDir, startTemporary, temporaryDataDir } from './embedded/temporary.ts';
import { migrate } from './migrate.ts';

let dataDir: string;
const running: EmbeddedPostgres[] = [];

beforeEach(() => {
  dataDir = temporaryDataDir();
});
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  removeDataDir(dataDir);
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir: folder, settings: { shared_buffers: '16MB' } });
  running.push(postgres);
  return postgres;
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  // Killing the server breaks this connection too.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed child process stays as a zombie until its parent has read its exit code.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  for (let i = 0; i < 500 && isAlive(pid); i++) await delay(20);
  expect(isAlive(pid)).toBe(false);
}

test('the service and its migrations log in as different roles, and the database accepts no network connections', async () => {
  const postgres = await start();
  const who = 'select current_user as name, rolsuper, rolcreatedb from pg_roles where rolname = current_user';
  expect(await query(postgres.appUrl, who)).toEqual([{ name: 'flaira_app', rolsuper: false, rolcreatedb: false }]);
  expect(await query(postgres.ownerUrl, who)).toEqual([{ name: 'flaira_owner', rolsuper: false, rolcreatedb: true }]);
  const settings = `select name, setting from pg_settings where name in ('listen_addresses', 'data_checksums', 'fsync') order by name`;
  expect(await query(postgres.appUrl, settings)).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
  ]);
});

test('trust 8: the log of the database says that an email already exists, but not which email', async () => {
  const postgres = await start();
  await migrate(postgres.ownerUrl);
  const insert = `insert into users (id, email, name) values (gen_random_uuid(), 'claire@example.org', 'Claire Moreau')`;
  await query(postgres.appUrl, insert);
  await expect(query(postgres.appUrl, insert)).rejects.toMatchObject({ code: '23505' });
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('users_email');
  expect(log).not.toMatch(/claire|moreau/i);
}, 30_000);

test('the server stops cleanly, and starts again with its rows', async () => {
  const first = await start();
  await query(first.ownerUrl, 'create table kept as select 1 as n');
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  expect(await first.ended).toBe(0);

  const second = await start();
  expect(await query(second.ownerUrl, 'select n from kept')).toEqual([{ n: 1 }]);
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('automatic recovery in progress');
});

test('committed rows survive kill -9 of the server', async () => {
  const first = await start();
  await query(first.ownerUrl, 'create table kept (n int)');
  for (let n = 0; n < 20; n++) await query(first.ownerUrl, `insert into kept values (${n})`);
  process.kill(first.pid, 'SIGKILL');
  await first.ended;

  const second = await start();
  expect(await query(second.ownerUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 20 }]);
});

test('the server stops after kill -9 of the process that started it', async () => {
  const script = join(dataDir, 'parent.ts');
  writeFileSync(
    script,
    `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
     const { pid } = await startEmbedded({ dataDir: ${JSON.stringify(join(dataDir, 'data'))} });
     process.stdout.write(String(pid));
     setInterval(() => {}, 1000);`,
  );
  const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const server = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (line) => resolve(Number(String(line)))),
  );
  expect(isAlive(server)).toBe(true);
  parent.kill('SIGKILL');
  await untilGone(server);
});

test('a second database on the same folder is refused with the reason, and the first one continues', async () => {
  const first = await start();
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    new RegExp(`The database in .* is already running \\(process ${first.pid}\\): stop the other Flaira first\\.`),
  );
  expect(await query(first.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('the database starts although an earlier set-up was interrupted', async () => {
  mkdirSync(join(dataDir, 'postgres.new'));
  writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18');
  const postgres = await start();
  expect(await query(postgres.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('the database also starts in a folder whose path is too long for a socket', async () => {
  const postgres = await start(join(dataDir, 'a-long-name-'.repeat(12)));
  expect(Buffer.byteLength(`${postgres.socketDir}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
  expect(await query(postgres.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  rmSync(postgres.socketDir, { recursive: true, force: true });
});

test.runIf(process.getuid?.() === 0)('root can start the server from a folder that only root may enter', async () => {
  chmodSync(dataDir, 0o700);
  const folder = join(dataDir, 'data');
  const postgres = await start(folder);
  expect(await query(postgres.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  const cluster = readlinkSync(join(folder, 'postgres'));
  expect(cluster).toMatch(/^\/var\/lib\/flaira\/[0-9a-f]{12}\/postgres$/);

  await postgres.stop();
  expect(await query((await start(folder)).appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(readlinkSync(join(folder, 'postgres'))).toBe(cluster);
  for (const again of running.splice(0)) await again.stop();
  removeDataDir(folder);
  expect(existsSync(cluster)).toBe(false);
});

test('a temporary server leaves no files behind', async () => {
  const postgres = await startTemporary();
  expect(await query(postgres.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  await postgres.stop();
  expect(existsSync(dirname(postgres.socketDir))).toBe(false);
});
