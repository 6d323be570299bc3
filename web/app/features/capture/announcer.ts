/**
 * Decides which guidance a screen reader speaks. The guidance may change ten times a second. A sentence is spoken if it
 * has not changed for `stands_ms` and differs from the last spoken sentence. In addition, `pause_ms` must have passed
 * since the last spoken sentence.
 */
const stands_ms = 500;
const pause_ms = 1800;

export interface Speech {
  /** The sentence that was spoken last. The live region contains it. */
  spoken: string;
  spokenAt: number;
  /** The sentence that will be spoken next, and the time at which it first occurred. */
  next: string;
  nextSince: number;
}

export const silence: Speech = { spoken: '', spokenAt: Number.NEGATIVE_INFINITY, next: '', nextSince: 0 };

export function speechAfter(speech: Speech, sentence: string, now: number): Speech {
  if (sentence !== speech.next) return { ...speech, next: sentence, nextSince: now };
  const isDue = now - speech.nextSince >= stands_ms && now - speech.spokenAt >= pause_ms;
  if (sentence === speech.spoken || !isDue) return speech;
  return { ...speech, spoken: sentence, spokenAt: now };
}

/**
 * The written guidance changes only after a new sentence has lasted for this many milliseconds, so that the text does
 * not flicker. Spoken guidance waits longer.
 */
const flicker_ms = 160;

export interface Shown<T> {
  value: T;
  candidate: T;
  since: number;
}

export function shownAfter<T>(shown: Shown<T>, value: T, now: number): Shown<T> {
  if (value === shown.value) return shown.candidate === value ? shown : { ...shown, candidate: value };
  if (value !== shown.candidate) return { ...shown, candidate: value, since: now };
  return now - shown.since >= flicker_ms ? { value, candidate: value, since: now } : shown;
}
