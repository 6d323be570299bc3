import { afterEach, expect, test, vi } from 'vitest';
import { PoseStore } from './pose-store.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a photo that failed to load is loaded again when it is needed the next time', async () => {
  const fetched = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', fetched);
  const store = new PoseStore();
  const photo = { id: 'left', url: '/photos/left' };
  expect(await store.open(photo)).toBeNull();
  expect(store.stateOf('left')).toEqual({ kind: 'failed', why: 'photo' });
  expect(await store.open(photo)).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(2);
});

/** A worker that answers every task at once, and knows whether it was ended. */
function stubBrowser(answerOf: (kind: string) => object) {
  const workers: { isOver: boolean }[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      isOver = false;
      onmessage: ((event: { data: unknown }) => void) | null = null;
      constructor() {
        workers.push(this);
      }
      postMessage({ id, task }: { id: number; task: { kind: string } }) {
        queueMicrotask(() => this.onmessage?.({ data: { id, ...answerOf(task.kind) } }));
      }
      terminate() {
        this.isOver = true;
      }
    },
  );
  const pixels = { width: 1, height: 1, data: new Uint8ClampedArray(4) };
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close() {} }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ putImageData() {}, drawImage() {}, getImageData: () => pixels });
    },
  );
  return workers;
}
const found = () => ({ value: { landmarks: [[0, 0, 0]], faces: [], elapsed_ms: 1 } });

test('no worker remains if the doctor leaves a case while its photos load', async () => {
  const workers = stubBrowser(found);
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)));
  const store = new PoseStore();
  const opened = ['front', 'left', 'right'].map((id) => store.open({ id, url: `/photos/${id}` }));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  store.rest();
  answers[0]?.(new Response(new Blob()));
  expect(await Promise.all(opened)).toEqual([null, null, null]);
  expect(answers).toHaveLength(1);
  expect(workers.filter(({ isOver }) => !isOver)).toEqual([]);
  expect(store.stateOf('front')).toEqual({ kind: 'closed' });

  // A photo that is opened after `rest` was called is loaded as usual.
  const again = store.open({ id: 'front', url: '/photos/front' });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(new Response(new Blob()));
  expect(await again).toMatchObject({ photoId: 'front' });
  store.rest();
  await vi.waitFor(() => expect(workers.filter(({ isOver }) => !isOver)).toEqual([]));
});

test('a face detector that failed is ended, and the next photo gets a new one', async () => {
  let fails = true;
  const workers = stubBrowser((kind) =>
    kind === 'detect' && fails ? { fault: 'no memory', isAbort: false } : found(),
  );
  vi.stubGlobal('fetch', async () => new Response(new Blob()));
  const store = new PoseStore();
  expect(await store.open({ id: 'front', url: '/photos/front' })).toBeNull();
  expect(store.stateOf('front')).toEqual({ kind: 'failed', why: 'detector' });
  await vi.waitFor(() => expect(workers.map(({ isOver }) => isOver)).toEqual([true]));
  fails = false;
  expect(await store.open({ id: 'front', url: '/photos/front' })).toMatchObject({ photoId: 'front' });
  expect(workers.map(({ isOver }) => isOver)).toEqual([true, false]);
});
