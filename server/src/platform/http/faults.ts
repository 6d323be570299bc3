import { StoreAwayError } from '../storage/object-store.ts';

/** Codes of PostgreSQL, its driver and the system for a database that cannot be reached now. */
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
  // Read-only: a managed database is switching to its standby.
  '25006',
]);
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** How long a client should wait before it tries again, in seconds. */
export const RETRY_AFTER_S = 2;

/** Whether an error means that the database is down, and not that our code is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isSocket = code !== 'ENOENT' || syscall === 'connect';
  if ((code !== undefined && AWAY.has(code) && isSocket) || AWAY_MESSAGES.test(error.message)) return true;
  return error.cause !== undefined && isDatabaseAway(error.cause);
}

/** Whether the database or the photo store is down. The answer is then 503, and the same request may succeed later. */
export const isAway = (error: unknown): boolean => error instanceof StoreAwayError || isDatabaseAway(error);

/** Faults since the start, for /readyz. */
export interface Counters {
  faults: number;
  unavailable: number;
}
