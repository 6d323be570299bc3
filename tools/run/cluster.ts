import { type Cluster, startCluster } from '../cluster/cluster.ts';
import { main, say } from '../setup/say.mjs';
import { onDatabase, type Serve } from './on-database.ts';
import { untilStopped } from './shutdown.ts';
import { reachedAt } from './variables.ts';
import { buildWebIfStale } from './web-build.ts';

const ROLES = ['web', 'web', 'worker'] as const;

/** `npm run cluster` runs the service as several processes behind a balancer. SIGUSR2 restarts them one after the other. */
await main(() => {
  const { port, address } = reachedAt();
  const ports = Array.from({ length: ROLES.length + 1 }, (_, at) => port + at);
  return onDatabase({ address, ports, build: () => buildWebIfStale(address), serve: serveAt(port, address) });
});

function serveAt(port: number, address: string): Serve {
  return async (database, stop) => {
    const cluster = await startCluster({ port, roles: ROLES, env: { ...database.env, PUBLIC_URL: address } });
    try {
      process.on(
        'SIGUSR2',
        oneAtATime(() => rollOver(cluster)),
      );
      say(`\nFlaira is running at ${address} as ${ROLES.length} processes: ${ROLES.join(', ')} (Ctrl-C stops them,`);
      say(`kill -USR2 ${process.pid} restarts one after the other)`);
      await untilStopped(stop, { 'process of the service': cluster.broken, database: database.ended });
    } finally {
      await cluster.stop();
    }
  };
}

/** Returns a function that starts the work. A call does nothing while the work of an earlier call is running. */
function oneAtATime(work: () => Promise<void>): () => void {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= work().finally(() => (underWay = undefined));
  };
}

async function rollOver(cluster: Cluster): Promise<void> {
  say('Restarting one process after the other');
  const isDone = await cluster.rollOver().then(
    () => true,
    () => false,
  );
  say(isDone ? 'All are back' : 'One of them did not come back; its last lines above say why.');
}
