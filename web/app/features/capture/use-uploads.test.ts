import { expect, test } from 'vitest';
import type { CaptureAction } from './capture-state.ts';
import type { PhotoKind } from './poses.ts';
import { sendNewest, type TakenPhoto } from './use-uploads.ts';

test('a newer photo that failed can be sent again, even if the photo that it replaced was stored after all', async () => {
  const waiting = new Map<PhotoKind, TakenPhoto>();
  const actions: CaptureAction[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const sent: TakenPhoto[] = [];
  const sending = {
    waiting,
    running: new Map<PhotoKind, AbortController>(),
    dispatch: (action: CaptureAction) => void actions.push(action),
    explain: () => 'Upload failed',
    store(photo: TakenPhoto) {
      sent.push(photo);
      return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
    },
  };
  const [older, newer] = [new Blob(['1']), new Blob(['2'])].map((blob) => ({ blob, isVerified: true }));
  waiting.set('front', older!);
  const first = sendNewest('front', sending);
  waiting.set('front', newer!);
  const second = sendNewest('front', sending);
  // The service had already received the older photo, so it was too late to abort the request.
  ends[0]?.resolve();
  await first;
  expect(actions).toEqual([]);
  ends[1]?.reject(new TypeError('connection lost'));
  await second;
  expect(actions).toEqual([{ type: 'failed', pose: 'front', message: 'Upload failed' }]);

  const again = sendNewest('front', sending);
  ends[2]?.resolve();
  await again;
  expect(sent.at(-1)).toBe(newer);
  expect(actions.at(-1)).toEqual({ type: 'stored', pose: 'front' });
  expect(waiting.size).toBe(0);
});
