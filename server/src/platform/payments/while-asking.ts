import { turns } from '../idempotency/turns.ts';

/**
 * For work that holds a database connection while it asks the provider, who may need one itself (the test checkout keeps its state in the database). Three
 * at a time in a process: the pools have more than twice as many, so that whoever is asked always finds one.
 */
export const whileAsking = turns(3);
