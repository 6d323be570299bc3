import { join } from 'node:path';
import { main, say } from '../setup/say.mjs';
import { onDatabase, type Serve } from './on-database.ts';
import { reactRouter, root } from './project.ts';
import { startProgram, startService } from './service.ts';
import { untilStopped } from './shutdown.ts';
import { reachedAt } from './variables.ts';

/** The address in the browser is the same as under npm start; behind it Vite answers and passes calls on to the service, one port higher. */
await main(() => {
  const { port } = reachedAt();
  const address = `http://localhost:${port}`;
  return onDatabase({ address, ports: [port, port + 1], serve: serveAt(port, address) });
});

function serveAt(port: number, address: string): Serve {
  return async (database, stop) => {
    const here = { PORT: String(port + 1), PUBLIC_URL: address, FLAIRA_SITE: 'none' };
    const service = startService({ ...database.env, ...here }, ['--watch', '--watch-preserve-output']);
    const web = startProgram(
      [reactRouter, 'dev', '--host', 'localhost', '--port', String(port), '--strictPort'],
      { FLAIRA_SERVICE: `http://127.0.0.1:${port + 1}`, PUBLIC_ORIGIN: address },
      join(root, 'web'),
    );
    try {
      say(`\nFlaira reloads on change at ${address}  (Ctrl-C stops it)`);
      // The service may fall over and come back: its watcher restarts it on the next change.
      await untilStopped(stop, { 'web server': web.ended, database: database.ended });
    } finally {
      await Promise.all([web.stop(), service.stop()]);
    }
  };
}
