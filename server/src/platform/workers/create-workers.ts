import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { Refusal } from '../refusal.ts';
import { createLaneQueue, type LaneQueue } from './lane-queue.ts';
import type runTask from './run-task.ts';
import { type LaneName, lanes, type Task, type Workers } from './workers.ts';

/** Milliseconds of idleness after which a thread ends and frees its memory. */
const IDLE_MS = 900_000;
/** Milliseconds after which a task is aborted. No regular task takes that long, even on a busy machine. */
const PATIENCE_MS = 30_000;
/**
 * Limit of a thread's heap, in MB. Password dictionaries take 90 MB, and the PDF of a treatment plan with twelve images
 * takes 60 MB. With a higher limit, threads would collect garbage later, and a burst of passwords that are slow to
 * check would take 300 MB.
 */
const HEAP_MB = 128;
const YOUNG_HEAP_MB = 8;

type Order = Parameters<typeof runTask>[0];
type Outcome = Awaited<ReturnType<typeof runTask>>;

const names = Object.keys(lanes) as LaneName[];

/** Creates the workers. The threads of a lane start with its first task. */
export function createWorkers(): Workers {
  const queues = Object.fromEntries(names.map((name) => [name, createLaneQueue(lanes[name])])) as Record<
    LaneName,
    LaneQueue
  >;
  const pools = new Map<LaneName, Piscina<Order, Outcome>>();
  const poolOf = (lane: LaneName): Piscina<Order, Outcome> => {
    const pool = pools.get(lane) ?? openPool(lanes[lane].atOnce);
    pools.set(lane, pool);
    return pool;
  };
  return {
    run: <In, Out>({ lane, file, name }: Task<In, Out>, input: In | (() => Promise<In>)) =>
      queues[lane].inTurn(async () => {
        const order: Order = { file, name, input: input instanceof Function ? await input() : input };
        const outcome = await poolOf(lane).run(order, { signal: AbortSignal.timeout(PATIENCE_MS) });
        if ('refusal' in outcome) throw new Refusal(outcome.refusal.code, outcome.refusal.data);
        return outcome.value as Out;
      }),
    inTurn: (lane, work) => queues[lane].inTurn(work),
    states: () =>
      Object.fromEntries(names.map((name) => [name, queues[name].state()])) as ReturnType<Workers['states']>,
    async stop() {
      await Promise.race([
        Promise.all(names.map((name) => queues[name].untilEmpty())),
        sleep(PATIENCE_MS, undefined, { ref: false }),
      ]);
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

const openPool = (threads: number): Piscina<Order, Outcome> =>
  new Piscina<Order, Outcome>({
    filename: join(import.meta.dirname, 'run-task.ts'),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
