import { CommunityLimits } from '#contract/community.ts';
import type { World } from './world.ts';

/**
 * Moves the clock past the time in which a decision can be undone, then notifies the people whom the decisions affect.
 */
export async function tellDecided(world: World): Promise<void> {
  world.clock.advance(CommunityLimits.undo_s * 1000);
  for (const { name, payload } of world.sentJobs.filter((job) => job.name === 'community.tellDecision'))
    await world.jobs.runNow(name, payload);
  await world.outbox.drain();
}
