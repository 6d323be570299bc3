import { createHash } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Returns yesterday's date in UTC. A local date can be one day before the date in UTC, so only dates before yesterday
 * are past everywhere.
 */
export const firstShownDay = ({ clock }: Context): string =>
  new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);

/** Returns a hash of the shown rows. It changes when a row changes, so a save can detect changes by other people. */
export const versionOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url');

/** Returns flat rows as texts, in an order that does not depend on the order of the rows and of their fields. */
export const inFixedOrder = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
