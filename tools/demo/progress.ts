import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ScoreNames, type GivenScores } from '#contract/skin-score.ts';
import { findUserByEmail } from '#server/domains/identity/index.ts';
import { appendUserPhoto, uploadUserPhoto } from '#server/domains/intake/index.ts';
import {
  acceptInvite,
  confirmFriend,
  getDashboardSummary,
  getMyInvite,
  joinChallenge,
  listProducts,
  noteShare,
  saveProduct,
} from '#server/domains/progress/index.ts';
import { findNewestScore, listMyCases, overallOf } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { DemoClock } from './clock.ts';
import { facePath } from './faces.ts';
import { friendScores, photoDays, products, scoresOfMonths } from './progress-content.ts';

const DAY_H = 24;
const ZONE = 'Europe/Paris';
const addressOf = (name: string): string => `${name}@flaira.example`;

export async function seedProducts(ctx: Context, adminId: string): Promise<void> {
  if ((await listProducts(ctx, adminId)).length > 0) return;
  for (const [at, product] of products.entries())
    await saveProduct(ctx, adminId, {
      ...product,
      currency: 'EUR',
      is_active: true,
      position: at + 1,
      version: 0,
      idempotency_key: randomUUID(),
    });
}

/**
 * Adds a history of several months for the first demo patient: photos, scores, friends and challenges. It may run
 * again, because existing data stay.
 */
export async function seedProgress(ctx: Context, clock: DemoClock): Promise<void> {
  const alice = await findUserByEmail(ctx.db, addressOf('alice'));
  if (!alice || (await getDashboardSummary(ctx, alice.id, ZONE, 'en')).friends_count > 0) return;
  clock.stand(20 * DAY_H);
  await joinChallenge(ctx, alice.id, 'together', ZONE);
  await ctx.outbox.drain();
  clock.stand(6.5 * DAY_H);
  await joinChallenge(ctx, alice.id, 'photo_week', ZONE);
  await ctx.outbox.drain();
  for (const days of photoDays) await takeEarlierPhoto(ctx, clock, alice.id, days);
  await rememberScores(ctx, alice.id);
  await makeFriends(ctx, clock, alice.id);
  clock.stand(3 * DAY_H);
  for (const way of ['copy', 'messenger', 'mail'] as const)
    await noteShare(ctx, alice.id, { way, idempotency_key: randomUUID(), time_zone: 'Europe/Paris' });
  await ctx.outbox.drain();
  clock.stand(0);
}

/** Adds a photo that is older than the photos of the patient's case. So the photos of the case stay the current set. */
async function takeEarlierPhoto(ctx: Context, clock: DemoClock, userId: string, days: number): Promise<void> {
  clock.stand(days * DAY_H);
  const shot = { pose: 'front', bytes: readFileSync(facePath('A', 'front')), isVerified: true } as const;
  const { path } = await uploadUserPhoto(ctx, userId, shot);
  await appendUserPhoto(ctx, userId, 'front', path);
  await ctx.outbox.drain();
}

/** Inserts earlier scores directly, because no use case can date a signature in the past. */
const rememberScores = (ctx: Context, patient_id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const newest = await findNewestScore(tx, patient_id);
    const [row] = await listMyCases(ctx, patient_id);
    if (!newest || !row) return;
    for (const { days, lower } of scoresOfMonths) {
      const at = new Date(Date.now() - days * DAY_H * 3_600_000);
      const scores = Object.fromEntries(
        ScoreNames.map((name) => {
          const known = newest.scores[name];
          if (known.value === null) return [name, known];
          const value = Math.round(10 * Math.max(5, known.value - (lower[name] ?? 0))) / 10;
          return [name, { value, measured: value }];
        }),
      ) as unknown as GivenScores;
      if (newest.scores.scale) scores.scale = newest.scores.scale;
      const { practitioner_name, saved_by } = newest;
      const signed = { patient_id, case_id: row.id, photo_id: null, photo_taken_at: at, saved_by, saved_at: at };
      const overall = overallOf(scores);
      await tx
        .insertInto('skin_scores')
        .values({ ...signed, scores: JSON.stringify(scores), overall, signed_at: at, practitioner_name })
        .execute();
    }
  });

/**
 * Adds three friends of Alice, and a person whose request Alice has not answered. The friends' scores are invented,
 * because no doctor has seen their faces.
 */
async function makeFriends(ctx: Context, clock: DemoClock, aliceId: string): Promise<void> {
  clock.stand(14 * DAY_H);
  const token = new URL((await getMyInvite(ctx, aliceId)).url).searchParams.get('invite') ?? '';
  for (const [name, overall] of Object.entries(friendScores)) {
    const friend = await findUserByEmail(ctx.db, addressOf(name));
    if (!friend) continue;
    const { connection_id } = await acceptInvite(ctx, friend.id, token);
    if (overall === null) continue;
    await confirmFriend(ctx, aliceId, connection_id);
    await withSystem(ctx.system, (tx) =>
      tx.insertInto('friend_scores').values({ user_id: friend.id, overall, updated_at: ctx.clock.now() }).execute(),
    );
  }
  await ctx.outbox.drain();
}
