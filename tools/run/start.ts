import { main, say } from '../setup/say.mjs';
import type { RunningDatabase } from './database.ts';
import { onDatabase } from './on-database.ts';
import { startService, untilAnswers } from './service.ts';
import { buildWebIfStale } from './web-build.ts';

const port = Number(process.env.PORT ?? 4600);
const address = process.env.PUBLIC_URL ?? `http://localhost:${port}`;

await main(() => onDatabase({ address, ports: [port], build: () => buildWebIfStale(address), serve }));

/** Runs the service until somebody asks to stop, or it ends, or its database does. */
async function serve(database: RunningDatabase, stop: Promise<string>): Promise<void> {
  const service = startService({ ...database.env, PORT: String(port), PUBLIC_URL: address });
  try {
    await Promise.race([untilAnswers(`http://127.0.0.1:${port}/readyz`, service), stop]);
    say(`\nFlaira is running at ${address}  (Ctrl-C stops it)`);
    const end = await Promise.race([stop, service.ended.then(() => 'service'), database.ended.then(() => 'database')]);
    if (end === 'service' || end === 'database') throw new Error(`The ${end} ended by itself.`);
    say('Stopping');
  } finally {
    await service.stop();
  }
}
