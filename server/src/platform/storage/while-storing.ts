import { createLaneQueue } from '../workers/lane-queue.ts';

/**
 * Runs a transaction that writes an image to the photo store, in turn with others. A store may be slow or never
 * respond. Six such transactions run at a time in a process. That is half of its connections, so even a store that
 * hangs leaves the other half free. Further transactions wait without a connection.
 */
export const whileStoring = createLaneQueue({ atOnce: 6 }).inTurn;
