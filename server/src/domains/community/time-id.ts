import { randomBytes } from 'node:crypto';

let last_ms = 0;
let sequence = 0;

/**
 * Returns a UUID of version 7 for an instant. Ids sort by their instants. Ids of the same millisecond sort in the order
 * in which this process created them.
 */
export function timeId(at: Date): string {
  const ms = at.getTime();
  sequence = ms === last_ms ? (sequence + 1) & 0xfff : 0;
  last_ms = ms;
  return compose(ms, sequence, randomBytes(8));
}

/** Returns the smallest possible id of an instant, for conditions such as "since". */
export const firstIdAt = (at: Date): string => compose(at.getTime(), 0, Buffer.alloc(8));

function compose(ms: number, sequence: number, tail: Buffer): string {
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  const hex = `${time}7${sequence.toString(16).padStart(3, '0')}${tail.toString('hex')}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the instant that an id contains. */
export const instantOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
