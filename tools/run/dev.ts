import { join } from 'node:path';
import type { GuardedProcess } from '#server/platform/db/embedded/guarded-process.ts';
import { main, say } from '../setup/say.mjs';
import { onDatabase, type Serve } from './on-database.ts';
import { reactRouter, root } from './project.ts';
import { startProgram, untilAnswers } from './service.ts';
import { untilStopped } from './shutdown.ts';
import { reachedAt } from './variables.ts';
import { startWatchedService } from './watched-service.ts';

/**
 * React Router starts itself a second time unless it finds the condition `development`. `--max-semi-space-size` makes
 * the young generation of the heap larger, so V8 collects garbage less often while Vite loads the pages.
 */
const VITE_FLAGS = ['--conditions=development', '--max-semi-space-size=32'];

/**
 * The address in the browser is the same as with `npm start`. Vite listens there and forwards calls to the service,
 * which listens one port higher.
 */
await main(() => {
  const { port } = reachedAt();
  const address = `http://localhost:${port}`;
  return onDatabase({ address, ports: [port, port + 1], serve: serveAt(port, address) });
});

function serveAt(port: number, address: string): Serve {
  return async (database, stop) => {
    const here = { PORT: String(port + 1), PUBLIC_URL: address, FLAIRA_SITE: 'none' };
    const service = startWatchedService({ ...database.env, ...here });
    // If the web program does not start, the service must end too.
    let web: GuardedProcess | undefined;
    try {
      web = startProgram(
        [...VITE_FLAGS, reactRouter, 'dev', '--host', 'localhost', '--port', String(port), '--strictPort'],
        { FLAIRA_SERVICE: `http://127.0.0.1:${port + 1}`, PUBLIC_ORIGIN: address },
        join(root, 'web'),
      );
      // Vite loads its modules for the first request, so this request makes them load while the service starts.
      untilAnswers(`${address}/home`, web).then(
        () => say(`\nFlaira reloads on change at ${address}  (Ctrl-C stops it)`),
        // Ignored here, because `untilStopped` reports it if Vite has ended.
        () => undefined,
      );
      await untilStopped(stop, { 'web server': web.ended, database: database.ended });
    } finally {
      await Promise.all([web?.stop(), service.stop()]);
    }
  };
}
