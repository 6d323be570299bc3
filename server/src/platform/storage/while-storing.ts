import { createLaneQueue } from '../workers/lane-queue.ts';

/**
 * Runs a transaction that writes an image to the photo store. At most six such transactions run at a time in a process,
 * because the store may be slow or never respond. They use at most half of the process's connections, so even a store
 * that hangs leaves the other half free. Further transactions wait without a connection.
 */
export const whileStoring = createLaneQueue({ atOnce: 6 }).inTurn;
