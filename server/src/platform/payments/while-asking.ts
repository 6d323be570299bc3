import { createLaneQueue } from '../workers/lane-queue.ts';

/**
 * Runs work that occupies a database connection while it waits for the payment provider. At most three such pieces of
 * work run at a time in a process, and others wait. The test checkout stores its state in the database, so the provider
 * may need a connection too. The pools have more than twice as many connections, so the provider always finds a
 * connection.
 */
export const whileAsking = createLaneQueue({ atOnce: 3 }).inTurn;
