import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '../embedded.ts';
import { restoreBaseBackup, takeBaseBackup } from './base-backup.ts';
import { removeDataDir, temporaryDataDir } from './temporary.ts';
import { archivingTo } from './wal-archive.ts';

const SMALL = { shared_buffers: '16MB', fsync: 'off' };

function aFolder(): string {
  const folder = temporaryDataDir();
  onTestFinished(() => removeDataDir(folder));
  return folder;
}

async function started(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir, settings: { ...SMALL, ...settings } });
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function connect(postgres: EmbeddedPostgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

const notes = async (postgres: EmbeddedPostgres): Promise<string[]> => {
  const client = await connect(postgres);
  const { rows } = await client.query<{ word: string }>('select word from notes where n is null order by word');
  return rows.map(({ word }) => word);
};

test('a backup of a busy database is complete, and with the archived log it is restored to any moment', {
  timeout: 120_000,
}, async () => {
  const [dataDir, backups] = [aFolder(), aFolder()];
  const archive = join(backups, 'wal');
  const postgres = await started(dataDir, archivingTo(dataDir, archive));
  const client = await connect(postgres);
  await client.query('create table notes (word text, n int)');
  await client.query(`insert into notes values ('before')`);
  // Another connection writes during the backup.
  let isOver = false;
  const writer = (async () => {
    const own = await connect(postgres);
    for (let n = 0; !isOver; n++)
      await own.query('insert into notes select md5($1::text), $1::int from generate_series(1, 50)', [n]);
  })();
  const backup = join(backups, 'monday');
  await takeBaseBackup(dataDir, backup).finally(() => {
    isOver = true;
  });
  await writer;

  await client.query(`insert into notes values ('after')`);
  // `until` has whole milliseconds. Without the pauses, a write before or after that moment could happen in the same
  // millisecond. Such a write could then be restored or left out by mistake.
  await client.query('select pg_sleep(0.05)');
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  await client.query('select pg_sleep(0.05)');
  await client.query(`insert into notes values ('mistake')`);
  const { rows: closed } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  await vi.waitFor(() => expect(existsSync(join(archive, closed[0]?.name ?? '-'))).toBe(true), { timeout: 20_000 });
  await client.end();
  await postgres.stop();

  const [alone, latest, earlier] = [aFolder(), aFolder(), aFolder()];
  await restoreBaseBackup(alone, { from: backup });
  expect(await notes(await started(alone))).toEqual(['before']);
  await restoreBaseBackup(latest, { from: backup, walArchive: archive });
  expect(await notes(await started(latest))).toEqual(['after', 'before', 'mistake']);
  await restoreBaseBackup(earlier, { from: backup, walArchive: archive, until: rows[0]?.now });
  expect(await notes(await started(earlier))).toEqual(['after', 'before']);
});

test('a backup needs a running server, and neither a backup nor a restore overwrites anything', {
  timeout: 60_000,
}, async () => {
  const [dataDir, backups] = [aFolder(), aFolder()];
  await expect(takeBaseBackup(dataDir, join(backups, 'one'))).rejects.toThrow('does not run');
  expect(existsSync(join(backups, 'one'))).toBe(false);
  await expect(takeBaseBackup(dataDir, backups)).rejects.toThrow('exists already');
  await started(dataDir);
  await takeBaseBackup(dataDir, join(backups, 'one'));
  await expect(restoreBaseBackup(dataDir, { from: join(backups, 'one') })).rejects.toThrow('There is a database');
  rmSync(join(backups, 'one'), { recursive: true });
});

test('a restore to a given moment is refused without the archived log, and copies nothing', async () => {
  const [dataDir, from] = [aFolder(), aFolder()];
  await expect(restoreBaseBackup(dataDir, { from, until: new Date() })).rejects.toThrow(
    'needs the folder of the archived',
  );
  expect(readdirSync(dataDir)).toEqual([]);
});

test('the path of an archive must be absolute and without special characters', () => {
  for (const folder of ['wal', '/a/"b', '/a/%f']) expect(() => archivingTo('/nowhere', folder)).toThrow('WAL_ARCHIVE');
});
