import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureOf, sendPhoto, stall_ms } from './upload.ts';

test('a refused upload causes the same error as any other refused call', () => {
  const failure = failureOf(413, { defined: true, code: 'PHOTO_TOO_BIG', message: 'x', data: { max_mb: 25 } });
  expect(failure).toBeInstanceOf(ORPCError);
  expect(failure).toMatchObject({ code: 'PHOTO_TOO_BIG', status: 413, data: { max_mb: 25 } });
});

test('if a gateway refuses a body as too big, the error names the limit, because a retry would fail too', () => {
  expect(failureOf(413, null)).toMatchObject({ code: 'PHOTO_TOO_BIG', status: 413, data: { max_mb: 25 } });
});

test('a lost connection and an invalid response are different errors', () => {
  expect(failureOf(0, null)).toBeInstanceOf(TypeError);
  expect(failureOf(500, null)).toMatchObject({ status: 500 });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Mocks requests. A request answers only if the test calls `answer`. */
function mockRequests() {
  const requests: FakeRequest[] = [];
  class FakeRequest {
    upload: { onprogress?: (event: object) => void } = {};
    status = 0;
    responseText = '';
    onload?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    open() {}
    send() {
      requests.push(this);
    }
    abort() {
      this.onabort?.();
      this.onloadend?.();
    }
    answer(status: number, body: object) {
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      this.onload?.();
      this.onloadend?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return requests;
}

const aPhoto = { path: '/rpc/upload_lead_photo', fields: { pose: 'front' }, photo: new Blob(['x']) } as const;

test('an upload without progress is sent again, and ends as a lost connection', async () => {
  const requests = mockRequests();
  const ended = sendPhoto(aPhoto, () => {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3 * stall_ms + 2000);
  expect(await ended).toBeInstanceOf(TypeError);
  expect(requests).toHaveLength(3);
});

test('a slow upload with progress is not sent again', async () => {
  const requests = mockRequests();
  const sent = sendPhoto(aPhoto, () => {});
  for (let loaded = 1; loaded <= 5; loaded++) {
    await vi.advanceTimersByTimeAsync(stall_ms - 1000);
    requests[0]?.upload.onprogress?.({ lengthComputable: true, loaded, total: 5 });
  }
  requests[0]?.answer(200, { id: 'photo' });
  expect(await sent).toEqual({ id: 'photo' });
  await vi.advanceTimersByTimeAsync(2 * stall_ms);
  expect(requests).toHaveLength(1);
});

test('an upload that the page aborts is not sent again', async () => {
  const requests = mockRequests();
  const control = new AbortController();
  const ended = sendPhoto(aPhoto, () => {}, control.signal).catch((error: unknown) => error);
  control.abort();
  expect(await ended).toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(2 * stall_ms);
  expect(requests).toHaveLength(1);
});
