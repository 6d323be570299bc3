import { readConfig } from './platform/config/read-config.ts';
import { migrate } from './platform/db/migrate.ts';
import { prepareJobs } from './platform/jobs/create-jobs.ts';

/**
 * Runs the migrations and exits. It can run as a separate job before a release, so that a failing migration stops the
 * release. Otherwise each process runs the migrations at its start, under the same lock.
 */
try {
  const { ownerUrl } = readConfig();
  const applied = await migrate(ownerUrl);
  await prepareJobs(ownerUrl);
  process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}\n` : 'Nothing to migrate\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
