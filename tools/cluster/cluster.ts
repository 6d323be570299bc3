import type { GuardedProcess } from '#server/platform/db/embedded/guarded-process.ts';
import { startService, untilAnswers } from '../run/service.ts';
import { createBalancer, LOOK_EVERY_MS } from './balancer.ts';

/** Long enough for the balancer to check twice. */
const DRAIN_MS = 3 * LOOK_EVERY_MS;

export interface ClusterOptions {
  /** Port of the balancer for browsers. The processes listen on the ports above it. */
  readonly port: number;
  /** Roles of the processes, in the order of the ports. */
  readonly roles: readonly ('web' | 'worker')[];
  /** Settings of every process: database, secrets, photo store. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Cluster {
  /** The address of each process of the service. */
  readonly origins: readonly string[];
  /** Restarts one process after the other. Each finishes its requests first. */
  rollOver(): Promise<void>;
  /** Settles when a process ends unexpectedly. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts several processes of the service and a balancer in front of them. If one process does not start, all are
 * stopped.
 */
export async function startCluster({ port, roles, env }: ClusterOptions): Promise<Cluster> {
  const { promise: broken, resolve: breaks } = Promise.withResolvers<string>();
  const members = roles.map((role, index) => {
    const own = port + 1 + index;
    const variables = { ...env, PORT: String(own), PROCESS_ROLE: role, TRUST_PROXY: '1', DRAIN_MS: String(DRAIN_MS) };
    return { role, ...aMember(`http://127.0.0.1:${own}`, variables, breaks) };
  });
  const balancer = createBalancer(members.filter(({ role }) => role === 'web').map(({ origin }) => origin));
  const stop = async () => {
    await balancer.stop();
    await Promise.all(members.map((member) => member.stop()));
  };
  try {
    await Promise.all(members.map((member) => member.start()));
    await balancer.look();
    await balancer.listen(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origins: members.map(({ origin }) => origin),
    broken,
    async rollOver() {
      for (const member of members) {
        await member.stop();
        await member.start();
        await balancer.look();
      }
    },
    stop,
  };
}

function aMember(origin: string, env: Record<string, string>, breaks: (origin: string) => void) {
  let running: GuardedProcess | undefined;
  return {
    origin,
    async start() {
      const service = startService(env);
      running = service;
      await untilAnswers(`${origin}/readyz`, service);
      void service.ended.then(() => running === service && breaks(origin));
    },
    async stop() {
      const leaving = running;
      running = undefined;
      await leaving?.stop();
    },
  };
}
