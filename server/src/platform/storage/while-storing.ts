import { turns } from '../idempotency/turns.ts';

/**
 * For transactions in which a picture is written to its store, which may answer late or never. Six at a time in a process, half of the connections, so that
 * a store that hangs does not keep everybody else from the database; the next ones wait without a connection.
 */
export const whileStoring = turns(6);
