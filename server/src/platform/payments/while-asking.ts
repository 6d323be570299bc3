import { createLaneQueue } from '../workers/lane-queue.ts';

/**
 * For work that needs a database connection while it waits for the payment provider. The provider may need one itself:
 * the test checkout keeps its state in the database. Three run at a time in a process. The pools are more than twice as
 * large, so the provider always finds a connection.
 */
export const whileAsking = createLaneQueue({ atOnce: 3 }).inTurn;
