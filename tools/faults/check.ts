import { say, SetupError } from '../setup/say.mjs';

/** One check of a fault scenario. */
export interface Check {
  readonly what: string;
  readonly found: string;
  readonly holds: boolean;
}

/** Prints the checks, and returns how many failed. */
export function report(checks: readonly Check[]): number {
  for (const { what, found, holds } of checks) say(`  ${holds ? '   ' : 'NO '}${what.padEnd(64)} ${found}`);
  return checks.filter(({ holds }) => !holds).length;
}

export function refuseBroken(count: number): void {
  if (count > 0) throw new SetupError(`${count} of what was looked at does not hold.`);
}

/** Reads a numeric option. */
export function numberOf(name: string, given: string): number {
  const number = Number(given);
  if (!Number.isFinite(number) || number < 0) throw new SetupError(`--${name} needs a number, not ${given}.`);
  return number;
}

/** Returns a check that passes if the number equals the expected one. */
export const equals = (what: string, found: number, due: number): Check => ({
  what,
  found: found === due ? String(found) : `${found}, not ${due}`,
  holds: found === due,
});

export const atMost = (what: string, found: number, most: number, unit = ''): Check => ({
  what,
  found: `${Math.round(found)}${unit} (at most ${most}${unit})`,
  holds: found <= most,
});

export const atLeast = (what: string, found: number, least: number, unit = ''): Check => ({
  what,
  found: `${Math.round(found)}${unit} (at least ${least}${unit})`,
  holds: found >= least,
});

/** Returns a line for information, which cannot fail. */
export const noted = (what: string, found: string | number): Check => ({ what, found: String(found), holds: true });

/** Returns numbers between 0 and 1, always the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the quantile: the value below which the given share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
