import { createLaneQueue } from '../workers/lane-queue.ts';

/**
 * Runs work that occupies a database connection while it waits for the payment provider, in turn with other such work.
 * The test checkout stores its state in the database, so the provider may need a connection too. Three run at a time in
 * a process. The pools are more than twice as large, so the provider always finds a connection.
 */
export const whileAsking = createLaneQueue({ atOnce: 3 }).inTurn;
