import { randomBytes } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { removeDataDir, startTemporary, temporaryDataDir } from '#server/platform/db/embedded/temporary.ts';
import { urlAt } from '#server/platform/db/embedded/url.ts';
import { asDatabase, prepareDatabase } from './database.ts';
import { dataDir as ownDataDir } from './project.ts';

/**
 * A database with the demo data, and their photos. Each group of browser tests gets a copy, because making the data
 * takes longer than some groups.
 */
export interface DemoStand {
  readonly socketDir: string;
  readonly database: string;
  /** Data folder with the photos. */
  readonly dataDir: string;
}

const keys = { FLAIRA_SECRETS_FILE: join(ownDataDir, 'secrets.json') };

export async function makeDemoStand(): Promise<DemoStand & { stop(): Promise<void> }> {
  const dataDir = temporaryDataDir();
  const postgres = await startTemporary();
  const stop = async () => {
    await postgres.stop();
    removeDataDir(dataDir);
  };
  try {
    await prepareDatabase(asDatabase(postgres), { ...keys, DATA_DIR: dataDir });
  } catch (error) {
    await stop();
    throw error;
  }
  return { socketDir: postgres.socketDir, database: postgres.database, dataDir, stop };
}

/** Makes a copy that a group of tests may change. `env` contains the variables with which a service uses the copy. */
export async function copyDemoStand({ socketDir, database, dataDir }: DemoStand) {
  const copy = `copy_${randomBytes(6).toString('hex')}`;
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: urlAt(socketDir, 'flaira_owner', 'postgres') });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${copy} template ${database} strategy file_copy`);
  const own = temporaryDataDir();
  const objects = join(dataDir, 'objects');
  if (existsSync(objects)) cpSync(objects, join(own, 'objects'), { recursive: true });
  return {
    env: {
      ...keys,
      DATA_DIR: own,
      DATABASE_URL: urlAt(socketDir, 'flaira_app', copy),
      SYSTEM_DATABASE_URL: urlAt(socketDir, 'flaira_system', copy),
      DATABASE_OWNER_URL: urlAt(socketDir, 'flaira_owner', copy),
    },
    async remove(): Promise<void> {
      await administer(`drop database ${copy} with (force)`);
      removeDataDir(own);
    },
  };
}
