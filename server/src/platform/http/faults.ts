import { StoreAwayError } from '../storage/object-store.ts';

/**
 * Error codes of PostgreSQL, its driver and the operating system for a database that cannot be reached at the moment.
 */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // The database is read-only, because a managed database is switching to its standby.
  '25006',
]);
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** Seconds that a client should wait before it tries again. */
export const RETRY_AFTER_S = 2;

/** Returns whether an error means that the database is down, and not that our code is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isSocket = code !== 'ENOENT' || syscall === 'connect';
  if ((code !== undefined && AWAY.has(code) && isSocket) || AWAY_MESSAGES.test(error.message)) return true;
  return error.cause !== undefined && isDatabaseAway(error.cause);
}

/**
 * Returns whether an error means that the database or the photo store is down. The response is then 503, and the same
 * request may succeed later.
 */
export const isAway = (error: unknown): boolean => error instanceof StoreAwayError || isDatabaseAway(error);

/** Numbers of failed responses since the process started, for /readyz. */
export interface Counters {
  faults: number;
  unavailable: number;
}
