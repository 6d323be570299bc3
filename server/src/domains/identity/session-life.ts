import type { Role } from '#contract/base.ts';
import type { Config } from '#server/platform/config/config.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the latest end of a session that begins now. Until then, each visit extends the session to a week from the
 * visit. The table limits every extension to this end, regardless of the code that writes it.
 */
export const endOfSession = ({ sessionHours }: Pick<Config, 'sessionHours'>, role: Role): Date =>
  new Date(Date.now() + HOUR_MS * (role === 'patient' ? sessionHours.patient : sessionHours.staff));
