import type { Role } from '#contract/base.ts';
import type { Config } from '#server/platform/config/config.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the end of a session that begins now, however much it is used. Until then, each visit prolongs the session to
 * a week from the visit. The table limits every prolongation to this end, whichever code writes it.
 */
export const endOfSession = ({ sessionHours }: Pick<Config, 'sessionHours'>, role: Role): Date =>
  new Date(Date.now() + HOUR_MS * (role === 'patient' ? sessionHours.patient : sessionHours.staff));
