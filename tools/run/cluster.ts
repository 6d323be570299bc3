import { startCluster } from '../cluster/cluster.ts';
import { main, say } from '../setup/say.mjs';
import type { RunningDatabase } from './database.ts';
import { onDatabase } from './on-database.ts';
import { buildWebIfStale } from './web-build.ts';

const ROLES = ['web', 'web', 'worker'] as const;
const port = Number(process.env.PORT ?? 4600);
const address = process.env.PUBLIC_URL ?? `http://localhost:${port}`;

/** `npm run cluster`: the service as several processes behind a balancer. SIGUSR2 restarts them one after the other. */
await main(() => {
  const ports = Array.from({ length: ROLES.length + 1 }, (_, at) => port + at);
  return onDatabase({ address, ports, build: () => buildWebIfStale(address), serve });
});

async function serve(database: RunningDatabase, stop: Promise<string>): Promise<void> {
  const cluster = await startCluster({ port, roles: ROLES, env: { ...database.env, PUBLIC_URL: address } });
  process.on('SIGUSR2', () => void rollOver(cluster));
  say(`\nFlaira is running at ${address} as ${ROLES.length} processes: ${ROLES.join(', ')} (Ctrl-C stops them,`);
  say(`kill -USR2 ${process.pid} restarts one after the other)`);
  const end = await Promise.race([stop, cluster.broken, database.ended]);
  say(`Stopping (${end})`);
  await cluster.stop();
}

async function rollOver(cluster: Awaited<ReturnType<typeof startCluster>>): Promise<void> {
  say('Restarting one process after the other');
  await cluster.rollOver();
  say('All are back');
}
