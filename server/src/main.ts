import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { registerDomains } from './app.ts';
import { listAdmins } from './domains/identity/index.ts';
import { readConfig } from './platform/config/read-config.ts';
import { createPlatform } from './platform/create-platform.ts';
import { createService } from './platform/create-service.ts';
import { checkLogins } from './platform/db/check-logins.ts';
import { migrate } from './platform/db/migrate.ts';
import { prepareJobs } from './platform/jobs/create-jobs.ts';
import { openTracing } from './platform/tracing/open-tracing.ts';

/**
 * The folder of the web build. Under `npm run dev`, Vite serves the pages. FLAIRA_SITE then names a folder that does
 * not exist, so that the service does not serve an older build.
 */
const SITE_FOLDER = join(import.meta.dirname, process.env.FLAIRA_SITE ?? '../../web/build/client');

try {
  await main();
} catch (error) {
  const isExplained = error instanceof Error && ['ConfigError', 'MigrationError'].includes(error.name);
  process.stderr.write(`${isExplained ? error.message : inspect(error)}
`);
  process.exit(1);
}

/**
 * Loads the configuration, runs the migrations, registers the domains and opens the port. A stop signal closes the port
 * first and then stops the platform.
 */
async function main(): Promise<void> {
  const config = readConfig();
  await migrate(config.ownerUrl);
  await prepareJobs(config.ownerUrl);
  const risk = await checkLogins(config);

  const platform = createPlatform(config, { tracing: await openTracing(config) });
  const { log } = platform.context;
  if (risk) log.warn(risk);
  const service = await createService({
    context: platform.context,
    objects: platform.objects,
    ...registerDomains(platform.context),
    siteFolder: SITE_FOLDER,
  });
  await platform.start();
  const port = await service.listen(config.port);
  await platform.deliver();
  log.info({ port }, 'listening');
  const { db } = platform.context;
  if ((await listAdmins(db)).length === 0)
    log.warn('There is no administrator yet. Make one: npm run admin:create -- --email ada@example.org');
  // If NODE_COMPILE_CACHE names a folder, Node.js writes its compile cache now, because the process may be killed
  // later.
  flushCompileCache();

  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await service.stop();
    await platform.stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}
