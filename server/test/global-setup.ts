import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';

/** What is lost when the machine stops is no loss here: nothing is flushed to the disk. */
const IN_A_HURRY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
};

/** One PostgreSQL for the whole run, with a template that is migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'flaira-test-'));
  const postgres = await startEmbedded({ dataDir, settings: IN_A_HURRY });
  await migrate(postgres.ownerUrl);
  project.provide('postgres', { socketDir: postgres.socketDir, template: postgres.database });
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
