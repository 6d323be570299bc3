import type { Role } from '#contract/base.ts';
import type { Config } from '#server/platform/config/config.ts';

const HOUR_MS = 3_600_000;

/**
 * When a session that begins now ends, however much it is used. Until then a visit prolongs it by a week at a time.
 * The table limits each prolongation to this moment, for every writer.
 */
export const endOfSession = ({ sessionHours }: Pick<Config, 'sessionHours'>, role: Role): Date =>
  new Date(Date.now() + HOUR_MS * (role === 'patient' ? sessionHours.patient : sessionHours.staff));
