import { look } from '#server/domains/simulation/index.ts';
import type { Task, Workers } from '#server/platform/workers/workers.ts';

/**
 * Replaces the check of renderings with a check that finds no faults. Test images show no face, and checking a face
 * takes half a second.
 */
export const withoutChecks = (workers: Workers): Workers => ({
  ...workers,
  run: <In, Out>(task: Task<In, Out>, input: In | (() => Promise<In>)) =>
    task.name === look.name ? Promise.resolve([] as Out) : workers.run(task, input),
});
