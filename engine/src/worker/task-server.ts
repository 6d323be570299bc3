import type { WorkerReply, WorkerRequest } from './task-channel.ts';

/** Functions that a task may call to report progress, and to learn whether it was cancelled. */
export interface TaskContext {
  readonly signal: AbortSignal;
  report(progress: unknown): void;
}

export interface TaskResult {
  readonly value: unknown;
  /** Buffers to transfer instead of copying. */
  readonly transfer?: Transferable[];
}

/** The part of a dedicated worker's global scope that is used; the DOM's own types have no such scope. */
interface WorkerScope {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/**
 * Serves the worker's end of a task channel. Tasks run one after the other in the order of arrival. A cancelled task is
 * answered with an abort, a failing one with its message.
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

/** Lets waiting messages arrive, because a cancellation is received only between two turns of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
