import { expect, test, vi } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import type { RenderTask } from './render-messages.ts';
import type { WorkerReply } from './task-channel.ts';

/** Starts the worker in this process. Returns a function that sends it a task and waits for the reply. */
async function startWorker(): Promise<(task: RenderTask) => Promise<unknown>> {
  const scope = globalThis as unknown as { onmessage?: (event: { data: unknown }) => void };
  const replies = new Map<number, (reply: WorkerReply) => void>();
  vi.stubGlobal('onmessage', null);
  vi.stubGlobal('postMessage', (reply: WorkerReply) => replies.get(reply.id)?.(reply));
  await import('./render-worker.ts');
  return async (task) => {
    const id = replies.size;
    const reply = await new Promise<WorkerReply>((resolve) => {
      replies.set(id, resolve);
      scope.onmessage!({ data: { id, task } });
    });
    if (!('value' in reply)) throw new Error(JSON.stringify(reply));
    return reply.value;
  };
}

test('after another photo was prepared under the same key, the heat map shows this photo', {
  timeout: 60_000,
}, async () => {
  const ask = await startWorker();
  const [large, small] = [await demoFace('A', 'front', 1250), await demoFace('A', 'front', 300)];
  const key = 'photo';
  await ask({ kind: 'prepare', key, photo: small.picture, landmarks: small.landmarks });
  expect(await ask({ kind: 'measure', key, facts: {} })).toMatchObject({ kind: 'refused' });
  expect(await ask({ kind: 'heat', key, metric: 'pores' })).toBeNull();
  await ask({ kind: 'prepare', key, photo: large.picture, landmarks: large.landmarks });
  expect(await ask({ kind: 'heat', key, metric: 'pores' })).not.toBeNull();
});
