import { readConfig } from './platform/config/read-config.ts';
import { migrate } from './platform/db/migrate.ts';
import { prepareJobs } from './platform/jobs/create-jobs.ts';

/**
 * Runs the migrations and exits. It can run as a separate job before a release, so that a failing migration stops the
 * release. Each process of the service also runs the migrations when it starts. A lock lets only one process run them
 * at a time.
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
