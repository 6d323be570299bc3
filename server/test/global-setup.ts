import type { TestProject } from 'vitest/node';
import { startTemporary } from '../src/platform/db/embedded/temporary.ts';
import { migrate } from '../src/platform/db/migrate.ts';

/** Starts one PostgreSQL for the whole run, with a template database that is migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporary({ autovacuum: 'off', max_connections: '300' });
  try {
    await migrate(postgres.ownerUrl);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  project.provide('postgres', { socketDir: postgres.socketDir, template: postgres.database });
  return postgres.stop;
}
