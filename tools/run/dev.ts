import { join } from 'node:path';
import { main, say } from '../setup/say.mjs';
import type { RunningDatabase } from './database.ts';
import { onDatabase } from './on-database.ts';
import { reactRouter, root } from './project.ts';
import { startProgram, startService } from './service.ts';

/** The address in the browser is the same as under npm start; behind it Vite answers and passes calls on to the service, one port higher. */
const port = Number(process.env.PORT ?? 4600);
const servicePort = port + 1;
const address = `http://localhost:${port}`;

await main(() => onDatabase({ address, ports: [port, servicePort], serve }));

async function serve(database: RunningDatabase, stop: Promise<string>): Promise<void> {
  const here = { PORT: String(servicePort), PUBLIC_URL: address, FLAIRA_SITE: 'none' };
  const service = startService({ ...database.env, ...here }, ['--watch', '--watch-preserve-output']);
  const web = startProgram(
    [reactRouter, 'dev', '--host', 'localhost', '--port', String(port), '--strictPort'],
    { FLAIRA_SERVICE: `http://127.0.0.1:${servicePort}`, PUBLIC_ORIGIN: address },
    join(root, 'web'),
  );
  try {
    say(`\nFlaira reloads on change at ${address}  (Ctrl-C stops it)`);
    // The service may fall over and come back: its watcher restarts it on the next change.
    await Promise.race([stop, web.ended, database.ended]);
    say('Stopping');
  } finally {
    await Promise.all([web.stop(), service.stop()]);
  }
}
