/**
 * The largest difference in milliseconds that is not corrected. A response contains the time in whole seconds. A device
 * may also adjust its clock by a second while a call runs.
 */
const tolerance_ms = 2000;

/** The number of milliseconds by which the clock of this device is behind the clock of the service. */
let behind_ms = 0;
const listeners = new Set<() => void>();

/**
 * Returns the time of the service in milliseconds. Everything that opens, ends or lapses at a time is compared with this
 * time, because the clock of the device may be wrong. Until the first response of the service, it is the time of the
 * device.
 */
export const serviceNow = (): number => Date.now() + behind_ms;

/** Calls the listener when the clock of the device turns out to be wrong, or was set. */
export function onServiceTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Asks the service, and compares its clock with the clock of this device. The time in the response lies between the
 * moment of the call and the moment of the response, unless the clock of the device is wrong. Both moments are stored
 * as the uncorrected time of the device, because another response may correct `behind_ms` while this call runs.
 */
export async function askOnTime(ask: () => Promise<Response>): Promise<Response> {
  const asked_ms = Date.now();
  const answer = await ask();
  const answered_ms = Date.now();
  const told_ms = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(told_ms)) return answer;
  const isWithin = told_ms >= asked_ms + behind_ms - tolerance_ms && told_ms <= answered_ms + behind_ms + tolerance_ms;
  if (isWithin) return answer;
  behind_ms = told_ms - (asked_ms + answered_ms) / 2;
  for (const listener of listeners) listener();
  return answer;
}
