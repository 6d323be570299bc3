import { type Challenge, type ChallengeId, Challenges } from '#contract/progress.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { MyChallengesView } from './progress.table.ts';

const DAY_MS = 86_400_000;

export const listChallenges = (ctx: Context, userId: string): Promise<Challenge[]> =>
  withUser(ctx.db, userId, async (tx) => {
    const starts = await listStarts(tx, userId);
    return Challenges.map((challenge) => showChallenge(challenge, starts, ctx.clock.now()));
  });

/**
 * Starts a challenge. A challenge that was completed or missed can be started again, but only one start of it can run
 * at a time.
 */
export const joinChallenge = (ctx: Context, userId: string, id: ChallengeId, zone: string): Promise<Challenge> =>
  withUser(ctx.db, userId, async (tx) => {
    await lockStarts(tx, userId);
    const challenge = termsOf(id);
    const now = ctx.clock.now();
    const shown = showChallenge(challenge, await listStarts(tx, userId), now);
    if (shown.state === 'running') throw new Refusal('CHALLENGE_RUNNING');
    const { metric, target, days } = challenge;
    const ends_at = new Date(now.getTime() + days * DAY_MS);
    await tx
      .insertInto('challenge_joins')
      .values({ user_id: userId, challenge: id, metric, target, joined_at: now, ends_at, zone })
      .execute();
    return showChallenge(challenge, await listStarts(tx, userId), now);
  });

/**
 * Ends a challenge that the person has started but not completed. Its row is deleted. Rows of completed challenges are
 * not deleted.
 */
export const leaveChallenge = (ctx: Context, userId: string, id: ChallengeId): Promise<Challenge> =>
  withUser(ctx.db, userId, async (tx) => {
    const challenge = termsOf(id);
    const now = ctx.clock.now();
    const running = (await listStarts(tx, userId)).find((start) => start.challenge === id && runs(start, now));
    if (!running) throw new Refusal('NOT_FOUND');
    await tx.deleteFrom('challenge_joins').where('id', '=', running.id).execute();
    return showChallenge(challenge, await listStarts(tx, userId), now);
  });

type Terms = (typeof Challenges)[number];

function termsOf(id: ChallengeId): Terms {
  const found = Challenges.find((challenge) => challenge.id === id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

/** Lists the challenges that a person has started, newest start first. */
const listStarts = (tx: Tx, userId: string): Promise<MyChallengesView[]> =>
  tx.selectFrom('my_challenges').selectAll().where('user_id', '=', userId).orderBy('joined_at', 'desc').execute();

/** Takes a lock for this person, so that two simultaneous clicks start a challenge only once. */
const lockStarts = (tx: Tx, userId: string): Promise<unknown> =>
  tx
    .selectNoFrom(({ fn, val }) =>
      fn('pg_advisory_xact_lock', [fn('hashtextextended', [val(`challenge:${userId}`), val(0)])]).as('locked'),
    )
    .execute();

const runs = ({ completed_at, ends_at }: MyChallengesView, now: Date): boolean => !completed_at && ends_at > now;

function showChallenge(terms: Terms, starts: readonly MyChallengesView[], now: Date): Challenge {
  const mine = starts.filter(({ challenge }) => challenge === terms.id);
  const [newest] = mine;
  return {
    ...terms,
    target: newest && runs(newest, now) ? newest.target : terms.target,
    state: stateOf(newest, now),
    progress: newest?.progress ?? 0,
    joined_at: newest?.joined_at.toISOString() ?? null,
    ends_at: newest?.ends_at.toISOString() ?? null,
    completed_at: newest?.completed_at?.toISOString() ?? null,
    times_completed: mine.filter(({ completed_at }) => completed_at).length,
  };
}

function stateOf(start: MyChallengesView | undefined, now: Date): Challenge['state'] {
  if (!start) return 'open';
  if (start.completed_at) return 'completed';
  return start.ends_at > now ? 'running' : 'missed';
}
