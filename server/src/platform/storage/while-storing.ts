import { createLaneQueue } from '../workers/lane-queue.ts';

/**
 * For transactions that write a picture to its store, which may be slow or never answer. Six run at a time in a
 * process. That is half of the connections, so a store that hangs leaves the other half free. The next ones wait
 * without a connection.
 */
export const whileStoring = createLaneQueue({ atOnce: 6 }).inTurn;
