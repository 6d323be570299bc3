/**
 * A channel that sends tasks to a worker and returns promises. Every task has an id, and every reply repeats the id of
 * its task. Both clients use this channel, so they fail, cancel and end in the same way.
 */
export type WorkerRequest<Task> = { id: number; task: Task } | { id: number; cancel: true };
export type WorkerReply =
  | { id: number; value: unknown }
  | { id: number; fault: string; isAbort: boolean }
  | { id: number; progress: unknown };

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
  onProgress?: ((progress: never) => void) | undefined;
}

export interface SendOptions {
  transfer?: Transferable[];
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: never) => void) | undefined;
}

export class WorkerEndedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WorkerEndedError';
  }
}

export interface TaskChannel<Task> {
  /**
   * Sends a task to the worker and returns its result.
   * @throws WorkerEndedError when the worker could not start, crashed or was terminated; AbortError when cancelled;
   * Error when the task failed.
   */
  send(task: Task, options?: SendOptions): Promise<unknown>;
  terminate(): void;
}

export function openTaskChannel<Task>(worker: Worker): TaskChannel<Task> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: WorkerEndedError | null = null;

  const end = (reason: string) => {
    ended = new WorkerEndedError(reason);
    worker.terminate();
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => receive(waiting, data);
  worker.onerror = (event) => end(event.message || 'The worker could not start');
  worker.onmessageerror = () => end('The worker sent something unreadable');

  return {
    send(task, { transfer = [], signal, onProgress } = {}) {
      if (ended) return Promise.reject(ended);
      if (signal?.aborted) return Promise.reject(abortError());
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, onProgress });
        signal?.addEventListener('abort', () => worker.postMessage({ id, cancel: true }), { once: true });
        worker.postMessage({ id, task } satisfies WorkerRequest<Task>, transfer);
      });
    },
    terminate: () => end('The worker was terminated'),
  };
}

export function abortError(): DOMException {
  return new DOMException('The task was cancelled', 'AbortError');
}

function receive(waiting: Map<number, Waiting>, reply: WorkerReply): void {
  const entry = waiting.get(reply.id);
  if (!entry) return;
  if ('progress' in reply) {
    entry.onProgress?.(reply.progress as never);
    return;
  }
  waiting.delete(reply.id);
  if ('value' in reply) entry.resolve(reply.value);
  else entry.reject(reply.isAbort ? abortError() : new Error(reply.fault));
}
