import { listAdmins } from '#server/domains/identity/index.ts';
import { openDb } from '#server/platform/db/db.ts';
import { main, say } from '../setup/say.mjs';
import { onDatabase, type Serve } from './on-database.ts';
import { isProduction } from './project.ts';
import { startService, untilAnswers } from './service.ts';
import { untilStopped } from './shutdown.ts';
import { reachedAt } from './variables.ts';
import { buildWebIfStale } from './web-build.ts';

await main(() => {
  const { port, address } = reachedAt();
  return onDatabase({ address, ports: [port], build: () => buildWebIfStale(address), serve: serveAt(port, address) });
});

/** Runs the service until a stop is requested, or until the service or its database ends. */
function serveAt(port: number, address: string): Serve {
  return async (database, stop) => {
    const service = startService({ ...database.env, PORT: String(port), PUBLIC_URL: address });
    try {
      await Promise.race([untilAnswers(`http://127.0.0.1:${port}/readyz`, service), stop]);
      say(`\nFlaira is running at ${address}  (Ctrl-C stops it)`);
      if (isProduction) await sayHowToBegin(database.env.DATABASE_URL);
      await untilStopped(stop, { service: service.ended, database: database.ended });
    } finally {
      await service.stop();
    }
  };
}

/**
 * Prints how to make the first administrator, if there is none. The administrator does the remaining steps in the app.
 */
async function sayHowToBegin(databaseUrl: string): Promise<void> {
  const db = openDb(databaseUrl);
  try {
    if ((await listAdmins(db)).length > 0) return;
  } finally {
    await db.destroy();
  }
  say('There is no administrator yet. Make the first one in a second terminal, with the same environment:');
  say('  npm run admin:create -- --email ada@example.org --name "Ada Martin"');
  say('Then sign in and open Administration, Launch. Visitors see “opening soon” until every line is settled.');
}
