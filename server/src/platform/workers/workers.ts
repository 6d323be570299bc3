import { availableParallelism } from 'node:os';

/** Number of cores that are free for other work. One core is reserved for the main thread. */
const SPARE_CORES = Math.max(1, availableParallelism() - 1);

/**
 * Lanes for work that needs processor time. Each lane has its own limit, so that one kind of work cannot block another.
 * At most `atOnce` jobs run at a time, and at most `waiting` jobs wait. Further callers must try again later. Work on
 * images runs in the threads of libuv, which libvips uses itself. Other work runs in worker threads.
 */
export const lanes = {
  /** A password that was crafted to be slow takes 0.1 s to check, and a usual password a few milliseconds. */
  passwords: { atOnce: 1, waiting: 24 },
  /** The PDF of a treatment plan takes 0.3 to 0.6 s, so the last job in the queue waits about four seconds. */
  papers: { atOnce: 1, waiting: 8 },
  /**
   * A calendar of two megabytes takes 0.5 s. A calendar that was crafted to be slow takes as long as the time limit
   * allows.
   */
  calendars: { atOnce: 1, waiting: 8 },
  archives: { atOnce: 1, waiting: 16 },
  /**
   * To check a rendering, the worker renders the photo itself, which takes 0.5 to 2 s. A doctor's browser sends one
   * rendering at a time, so each doctor has at most one check here.
   */
  checks: { atOnce: 1, waiting: 12 },
  /** A photo of 3 megapixels takes 0.2 s. libuv has four threads, so two stay free for files, host names and hashes. */
  pictures: { atOnce: Math.min(2, SPARE_CORES), waiting: 16 },
} as const satisfies Record<string, Lane>;

export type LaneName = keyof typeof lanes;

interface Lane {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * A function that a file exports, to be run in a worker thread. Its input and its result are copied between the
 * threads. A `Buffer` becomes a `Uint8Array`.
 */
export interface Task<In, Out> {
  readonly lane: LaneName;
  /** Absolute path. The worker loads the file with everything that it imports. */
  readonly file: string;
  readonly name: string;
  /** Never set. It only carries the types of input and result. */
  readonly types?: (input: In) => Out;
}

/**
 * Declares a task without loading its file. `F` is the type of the function: `task<typeof judge>('passwords',
 * join(import.meta.dirname, 'judge.ts'), 'judge')`.
 */
export const task = <F extends (input: never) => unknown>(
  lane: LaneName,
  file: string,
  name: string,
): Task<Parameters<F>[0], Awaited<ReturnType<F>>> => ({ lane, file, name });

export interface LaneState {
  readonly running: number;
  readonly waiting: number;
  /** Number of refused jobs since the process started. */
  readonly refused: number;
}

export interface Workers {
  /**
   * Runs a task in a worker thread. A `Refusal` in the worker is thrown here as the same `Refusal`. If a worker dies or
   * takes too long, this call throws, and the next task gets a new worker. If `input` is a function, it is called when
   * it is the task's turn. Its data is then not in memory during the wait.
   *
   * @throws Refusal BUSY if the lane is full
   */
  run<In, Out>(task: Task<In, Out>, input: In | (() => Promise<In>)): Promise<Out>;
  /**
   * Runs work on this thread as soon as the lane has room for it.
   *
   * @throws Refusal BUSY if the lane is full
   */
  inTurn<T>(lane: LaneName, work: () => Promise<T>): Promise<T>;
  states(): Record<LaneName, LaneState>;
  /** Waits for tasks in progress, then ends the threads. */
  stop(): Promise<void>;
}
