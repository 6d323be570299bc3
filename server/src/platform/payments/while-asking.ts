import { createLaneQueue } from '../workers/lane-queue.ts';

/**
 * Runs work that occupies a database connection while it waits for the payment provider. At most three such pieces of
 * work run at a time in a process, and others wait. The test checkout stores its state in the database, so the provider
 * may need a connection too. Three pieces of work and the test checkout need at most six connections. Each database
 * pool has more (create-platform.ts), so the provider always finds one.
 */
export const whileAsking = createLaneQueue({ atOnce: 3 }).inTurn;
