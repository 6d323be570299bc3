import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { registerDomains } from '#server/app.ts';
import { temporaryDataDir } from '#server/platform/db/embedded/temporary.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import type { Context } from '#server/platform/context.ts';
import { createPlatform } from '#server/platform/create-platform.ts';
import { prepareJobs } from '#server/platform/jobs/create-jobs.ts';
import { freshDatabase } from './database.ts';
import { aServiceProcess, type Logins, type ServiceProcess } from './service-process.ts';

/** The real service in a separate process. Its database and folder remain when the process is killed. */
export interface KillableService extends ServiceProcess {
  /**
   * The same database and folder, opened by the test's process to prepare and inspect data. This context delivers no
   * events unless the test requests this.
   */
  readonly context: Context;
}

export async function aKillableService(): Promise<KillableService> {
  const database = await freshDatabase();
  await prepareJobs(database.ownerUrl);
  return aServiceOn(database);
}

/**
 * Starts a killable service on the given database. The database may be empty, because the service prepares the database
 * when it starts.
 */
export async function aServiceOn(database: Logins): Promise<KillableService> {
  const dataDir = temporaryDataDir();
  const service = await aServiceProcess(database, dataDir);
  const { context } = createPlatform(readConfig(service.env));
  registerDomains(context);
  onTestFinished(async () => {
    await service.kill();
    await context.db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return Object.assign(service, { context });
}
