/**
 * Decides which guidance a screen reader speaks. The guidance may change ten times a second. A sentence is spoken only
 * if it has not changed for a moment, is not the last one spoken, and the previous one had time to be heard.
 */
const stands_ms = 500;
const pause_ms = 1800;

export interface Speech {
  /** The sentence in the live region. */
  spoken: string;
  spokenAt: number;
  /** A sentence that waits to be spoken. */
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

/** Written guidance changes sooner than spoken guidance, but must not flicker: a change is shown once it has lasted a moment. */
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
