import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaceCheck } from './face-check.ts';
import { type FaceCheckState, PatientStart } from './patient-start.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a `PatientStart` whose detector is ready as soon as the test calls `arrive`. */
function aStart() {
  const told: FaceCheckState['status'][] = [];
  const check = { close: vi.fn<() => void>() } as unknown as FaceCheck;
  let arrive = () => {};
  const starting = new PatientStart(
    () => new Promise((resolve) => (arrive = () => resolve(check))),
    ({ status }) => told.push(status),
  );
  return { starting, told, check, arrive: () => arrive() };
}

test('a face detector that loads only after the waiting time is still used', async () => {
  const { starting, told, check, arrive } = aStart();
  const first = starting.start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await first).toBeNull();
  expect(told).toEqual(['starting', 'unavailable']);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(told.at(-1)).toBe('ready');
  expect(await starting.start()).toBe(check);
});

test('a late face detector is closed if a photo was taken without it or the page was left', async () => {
  for (const end of ['goWithout', 'stop'] as const) {
    const { starting, told, check, arrive } = aStart();
    void starting.start();
    await vi.advanceTimersByTimeAsync(20_000);
    starting[end]();
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(check.close).toHaveBeenCalledOnce();
    expect(told.at(-1)).toBe('unavailable');
  }
});

test('a failed face detector is replaced by another one', async () => {
  const { starting, told, check, arrive } = aStart();
  void starting.start();
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  starting.restart();
  expect(check.close).toHaveBeenCalledOnce();
  expect(told.at(-1)).toBe('starting');
  arrive();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['starting', 'ready', 'starting', 'ready']);
});

test('a face detector that loads in time is used until `giveUp` is called', async () => {
  const { starting, told, check, arrive } = aStart();
  const first = starting.start();
  arrive();
  expect(await first).toBe(check);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['starting', 'ready']);
  starting.giveUp();
  expect(check.close).toHaveBeenCalledOnce();
  expect(await starting.start()).toBeNull();
  expect(told.at(-1)).toBe('unavailable');
});
