import type { WorkerReply, WorkerRequest } from './task-channel.ts';

/** Lets a task report its progress and detect its cancellation. */
export interface TaskContext {
  readonly signal: AbortSignal;
  report(progress: unknown): void;
}

export interface TaskResult {
  readonly value: unknown;
  /** Buffers that are transferred instead of copied. */
  readonly transfer?: Transferable[];
}

/**
 * The part of a dedicated worker's global scope that this module uses. TypeScript's DOM types do not contain this
 * scope.
 */
interface WorkerScope {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/**
 * Runs the worker's end of a task channel. Tasks run one after the other, in the order in which they were sent. The
 * reply to a cancelled task is an abort; the reply to a failed task is the error's message.
 */
export function serveTasks<Task>(perform: (task: Task, context: TaskContext) => Promise<TaskResult>): void {
  const scope = globalThis as unknown as WorkerScope;
  const running = new Map<number, AbortController>();
  let last: Promise<void> = Promise.resolve();
  const reply = (message: WorkerReply, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

  const run = async (id: number, task: Task, { signal }: AbortController) => {
    try {
      signal.throwIfAborted();
      const { value, transfer } = await perform(task, { signal, report: (progress) => reply({ id, progress }) });
      signal.throwIfAborted();
      reply({ id, value }, transfer);
    } catch (fault) {
      reply({ id, fault: fault instanceof Error ? fault.message : String(fault), isAbort: signal.aborted });
    } finally {
      running.delete(id);
    }
  };

  scope.onmessage = ({ data }: MessageEvent<WorkerRequest<Task>>) => {
    if ('cancel' in data) {
      running.get(data.id)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(data.id, controller);
    last = last.then(() => run(data.id, data.task, controller));
  };
}

/** Waits for the next turn of the event loop, because the worker can receive a cancellation only between two turns. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
