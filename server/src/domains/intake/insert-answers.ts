import { isDeepStrictEqual } from 'node:util';
import type { Answers } from '#contract/intake.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import * as answersOf from './answers.queries.ts';
import { type LeadKey, openLeadToChange } from './open-lead.ts';

/**
 * Stores the answers of a lead. Changed answers are stored as a new version. If the same answers are sent again, no
 * version is added.
 */
export async function insertAnswers(ctx: Context, key: LeadKey, answers: Answers): Promise<{ version: number }> {
  return withSystem(ctx.system, async (tx) => {
    const lead = await openLeadToChange(tx, key);
    const before = await answersOf.findLatestOfLead(tx, lead.id);
    if (before && isDeepStrictEqual(before.answers, answers)) return { version: before.version };
    const version = (before?.version ?? 0) + 1;
    await answersOf.insert(tx, lead.id, version, answers, ctx.clock.now());
    return { version };
  });
}
