import { createHash } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';

const DAY_MS = 24 * 3_600_000;

/** Yesterday: the zones of the world are on two days at once. Days before it are past at every place. */
export const firstShownDay = ({ clock }: Context): string =>
  new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);

/** Short word for what was shown; the same rows always give the same word. */
export const versionOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
