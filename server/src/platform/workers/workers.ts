import { availableParallelism } from 'node:os';

/** One core stays free for the main thread. */
const SPARE_CORES = Math.max(1, availableParallelism() - 1);

/**
 * Work that takes processor time runs in lanes, each with its own limit, so that one kind cannot block another:
 * `atOnce` run at a time, `waiting` wait behind them, and all others must try again later. Papers, passwords and
 * checks run in worker threads; pictures run in the threads of libuv, which libvips uses itself.
 */
export const lanes = {
  /** A hostile password takes 0.1 s, a usual one some milliseconds. */
  passwords: { atOnce: 1, waiting: 24 },
  /** A plan takes 0.3 to 0.6 s, so the last in the queue waits four seconds. */
  papers: { atOnce: 1, waiting: 8 },
  /** A calendar of two megabytes takes 0.5 s, a hostile one as long as it is allowed to. */
  calendars: { atOnce: 1, waiting: 8 },
  archives: { atOnce: 1, waiting: 16 },
  /** Drawing a picture again and checking it takes 0.5 to 2 s. A doctor sends one after the other. */
  checks: { atOnce: 1, waiting: 12 },
  /** A photo of 3 megapixels takes 0.2 s. libuv has four threads: two stay free for files, names and hashes. */
  pictures: { atOnce: Math.min(2, SPARE_CORES), waiting: 16 },
} as const satisfies Record<string, Lane>;

export type LaneName = keyof typeof lanes;

interface Lane {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * A function that a file exports, for a worker thread. Its input and result are copied between the threads; a `Buffer`
 * arrives as a `Uint8Array`.
 */
export interface Task<In, Out> {
  readonly lane: LaneName;
  /** Absolute. The file is loaded in the worker, with everything it imports. */
  readonly file: string;
  readonly name: string;
  /** Never set. It carries the types. */
  readonly types?: (input: In) => Out;
}

/** Names a task. `F` is the type of the function, which stays unloaded: `task<typeof judge>('passwords', join(import.meta.dirname, 'judge.ts'), 'judge')`. */
export const task = <F extends (input: never) => unknown>(
  lane: LaneName,
  file: string,
  name: string,
): Task<Parameters<F>[0], Awaited<ReturnType<F>>> => ({ lane, file, name });

export interface LaneState {
  readonly running: number;
  readonly waiting: number;
  /** The number of refused tasks since the start. */
  readonly refused: number;
}

export interface Workers {
  /**
   * Does a task in a worker thread. A `Refusal` in the worker is thrown here as the same `Refusal`. A worker that dies
   * or takes too long is a fault, and the next task gets a new one. An input that is a function is called when its turn
   * has come, so that its data is not in memory while it waits.
   *
   * @throws Refusal BUSY if its lane is full
   */
  run<In, Out>(task: Task<In, Out>, input: In | (() => Promise<In>)): Promise<Out>;
  /**
   * Does work on this thread once its lane has room.
   *
   * @throws Refusal BUSY if its lane is full
   */
  inTurn<T>(lane: LaneName, work: () => Promise<T>): Promise<T>;
  states(): Record<LaneName, LaneState>;
  /** Waits for running tasks, then ends the threads. */
  stop(): Promise<void>;
}
