import { afterEach, expect, test, vi } from 'vitest';
import { call } from '#web/lib/api.ts';
import { isConnectionLost } from '#web/lib/connection.ts';
import { openSignalling } from './signalling.ts';

vi.mock('#web/lib/api.ts', () => ({
  call: {
    video: { enterVideoVisit: () => new Promise(() => undefined), leaveVideoVisit: vi.fn<() => Promise<never>>() },
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const nothing = () => undefined;
const events = { onEntered: nothing, onVisit: nothing, onSignal: nothing, onElsewhere: nothing, onFault: nothing };

test('the end of a visit fails after 15 seconds without a response, like a lost connection', async () => {
  vi.useFakeTimers();
  // Fake timers do not control the real `AbortSignal.timeout`, so the test replaces it.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), ms);
    return limit.signal;
  });
  // A dead connection: the call ends only when it is aborted.
  vi.mocked(call.video.leaveVideoVisit).mockImplementation(
    (_input, options) =>
      new Promise((_resolve, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)),
      ),
  );
  const failed = vi.fn<(error: unknown) => void>();
  openSignalling('visit', events).leave(true).catch(failed);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed.mock.calls.map(([error]) => isConnectionLost(error))).toEqual([true]);
});
