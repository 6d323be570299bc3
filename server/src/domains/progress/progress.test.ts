import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { aDraftedCase, aPatientWithPhotos, signing, someScores, takePhoto } from '../../../test/a-case.ts';
import { aChannel, aComment, aPost, aRegular, season } from '../../../test/a-community.ts';
import { anOffered, aRequested } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { saveSkinScore, signAndPublish } from '#server/domains/simulation/index.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { joinChallenge, leaveChallenge, listChallenges } from './challenges.ts';
import { listMyPhotos } from './gallery.ts';
import { getDashboardSummary } from './get-dashboard-summary.ts';
import { deleteProduct, listProducts, saveProduct } from './products.ts';
import { claimReward, fulfilClaim, getMemberAchievements, listClaims } from './rewards.ts';
import { updateSettings } from './settings.ts';
import { noteShare } from './shares.ts';

const DAY = 86_400_000;
const ZONE = 'Europe/Paris';
const summaryOf = (world: World, { userId }: SignedIn) => getDashboardSummary(world, userId, ZONE, 'en');

async function aScoredPatient(world: World, value = 70) {
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  const { seal } = await saveSkinScore(world, doctor, caseId, someScores(value));
  await signAndPublish(world, doctor, signing(caseId, seal ?? ''));
  await world.outbox.drain();
  return patient;
}

const someProduct = {
  name_en: 'Calm cream',
  name_fr: 'Crème apaisante',
  description_en: 'For reactive skin.',
  description_fr: 'Pour les peaux réactives.',
  price_cents: 3200,
  currency: 'EUR' as const,
  for_treatments: ['botox' as const],
  for_scores: ['inflammation' as const],
  is_active: true,
  position: 1,
  version: 0,
};

test('the summary is one way to the database and back, and leaves nothing of the person on the connection', async () => {
  const world = await aWorld();
  const patient = await aScoredPatient(world);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const summary = await summaryOf(world, patient);
  const asked = query.mock.calls.length;
  query.mockRestore();
  expect(asked).toBe(1);
  expect(summary.skin_score).toMatchObject({ state: 'scored', current: { overall: { value: 70, band: 2 } } });
  // Without a role, row level security shows nothing.
  expect(await world.db.selectFrom('skin_scores').selectAll().execute()).toEqual([]);
});

test('somebody who has just come sees where to begin, and no invented number', async () => {
  const world = await aWorld();
  const summary = await summaryOf(world, await world.patient());
  expect(summary).toMatchObject({
    skin_score: { state: 'no_photos', current: null, trend: null, history: [] },
    friends: [],
    progress: { uploads_month: 0, monthly_target: 30, percent: 0, weekly_uploads: [0, 0, 0, 0, 0, 0, 0] },
    counts: { before: 0, photos: 0 },
    achievements: { unlocked: 0, is_public: false },
    recommended_products: [],
  });
});

test('uploads are counted by the days and months of the person', async () => {
  const world = await aWorld({ now: new Date('2026-10-31T22:30:00Z') });
  const patient = await aPatientWithPhotos(world, ['front']);
  world.clock.advance(3_600_000);
  await takePhoto(world, patient, 'front');
  world.clock.advance(2 * DAY);
  await takePhoto(world, patient, 'front');
  const { progress, counts } = await summaryOf(world, patient);
  // The first was taken at half past eleven on 31 October in Paris.
  expect(progress).toMatchObject({ uploads_month: 2, percent: 7, weekly_uploads: [0, 0, 0, 1, 1, 0, 1] });
  expect(counts).toEqual({ before: 1, photos: 3 });
  const inTokyo = await getDashboardSummary(world, patient.userId, 'Asia/Tokyo', 'en');
  expect(inTokyo.progress).toMatchObject({ uploads_month: 3, weekly_uploads: [0, 0, 0, 0, 2, 0, 1] });
});

test('achievements are counted from what happened', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world);
  const unlocked = async () =>
    (await summaryOf(world, patient)).achievements.achievements.filter((one) => one.unlocked).map(({ id }) => id);
  expect(await unlocked()).toEqual(['first_set']);

  await joinChallenge(world, patient.userId, 'photo_week', ZONE);
  for (let day = 0; day < 6; day++) {
    world.clock.advance(DAY);
    await takePhoto(world, patient, 'front');
  }
  expect(await unlocked()).toEqual(['first_set', 'steady_week', 'first_challenge']);

  await season(world, patient);
  const { channel_id } = await aChannel(world, patient);
  const post = await aPost(world, patient, channel_id);
  await aComment(world, patient, post);
  expect(await unlocked()).toEqual(['first_set', 'steady_week', 'first_words', 'first_challenge']);
  expect((await summaryOf(world, patient)).progress).toMatchObject({
    challenges_joined: 1,
    challenges_completed: 1,
    shares_community: 1,
  });
});

test('a challenge counts what happened since it was joined, completes by itself, and can be begun again', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world);
  const stateOf = async (id: string) => (await listChallenges(world, patient.userId)).find((one) => one.id === id);
  expect(await stateOf('photo_week')).toMatchObject({ state: 'open', progress: 0, joined_at: null });
  world.clock.advance(DAY);
  await joinChallenge(world, patient.userId, 'photo_week', ZONE);
  await expect(joinChallenge(world, patient.userId, 'photo_week', ZONE)).rejects.toMatchObject({
    code: 'CHALLENGE_RUNNING',
  });
  for (let day = 0; day < 4; day++) {
    await takePhoto(world, patient, 'front');
    await takePhoto(world, patient, 'left');
    world.clock.advance(DAY);
  }
  expect(await stateOf('photo_week')).toMatchObject({ state: 'running', progress: 4 });
  await takePhoto(world, patient, 'front');
  const completed = await stateOf('photo_week');
  expect(completed).toMatchObject({ state: 'completed', progress: 5, times_completed: 1 });
  expect(completed?.completed_at).toBe(world.clock.now().toISOString());

  world.clock.advance(DAY);
  expect(await joinChallenge(world, patient.userId, 'photo_week', ZONE)).toMatchObject({
    state: 'running',
    progress: 0,
  });
  expect(await leaveChallenge(world, patient.userId, 'photo_week')).toMatchObject({ state: 'completed' });
  await expect(leaveChallenge(world, patient.userId, 'photo_week')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await joinChallenge(world, patient.userId, 'three_sides', ZONE);
  world.clock.advance(29 * DAY);
  expect(await stateOf('three_sides')).toMatchObject({ state: 'missed', progress: 0 });
});

test('two clicks join a challenge once', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const clicks = await Promise.allSettled([1, 2].map(() => joinChallenge(world, userId, 'together', ZONE)));
  expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('all three sides on one day count once', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world, []);
  await joinChallenge(world, patient.userId, 'three_sides', ZONE);
  for (const pose of ['front', 'right', 'left', 'front'] as const) await takePhoto(world, patient, pose);
  world.clock.advance(DAY);
  for (const pose of ['front', 'right'] as const) await takePhoto(world, patient, pose);
  const challenges = await listChallenges(world, patient.userId);
  expect(challenges.find(({ id }) => id === 'three_sides')).toMatchObject({ progress: 1 });
});

test('a share counts once a click, and fifty a day at most', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const share = { way: 'copy' as const, idempotency_key: randomUUID() };
  await noteShare(world, patient.userId, share);
  expect(await noteShare(world, patient.userId, share)).toEqual({ shares_friends: 1 });
  for (let n = 1; n < 50; n++) await noteShare(world, patient.userId, { way: 'sms', idempotency_key: randomUUID() });
  await expect(noteShare(world, patient.userId, { way: 'sms', idempotency_key: randomUUID() })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    data: { retry_after_s: 86_400 },
  });
  expect((await summaryOf(world, patient)).progress.shares_friends).toBe(50);
});

test('settings keep what is not named', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  expect(await updateSettings(world, userId, { monthly_target: 12 })).toEqual({
    monthly_target: 12,
    achievements_public: false,
  });
  expect(await updateSettings(world, userId, { achievements_public: true })).toEqual({
    monthly_target: 12,
    achievements_public: true,
  });
});

test('who earns an achievement hears of it behind the bell at once, and never a second time', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world, ['front', 'right']);
  const bell = async () => {
    await world.outbox.drain();
    const { rows } = (await world.browserOf(patient).post('/rpc/list_notifications')).json;
    return (rows as Notification[]).map(({ kind, topic, subject, path, count }) => ({
      kind,
      topic,
      subject,
      path,
      count,
    }));
  };
  expect(await bell()).toEqual([]);
  await takePhoto(world, patient, 'left');
  const told = { kind: 'achievement_earned', topic: 'progress', count: 1, path: '/dashboard#achievements' };
  expect(await bell()).toEqual([{ ...told, subject: 'first_set' }]);

  // Nothing tells it again: neither what comes later, nor two looks at once, nor that it was lost and won back, nor a list that was emptied.
  await takePhoto(world, patient, 'left');
  await Promise.all([summaryOf(world, patient), summaryOf(world, patient)]);
  await world.database.owner.query(`update outbox set processed_at = null, handled_by = '{}'`);
  await world.browserOf(patient).post('/rpc/mark_notifications_read', {});
  world.clock.advance(100 * DAY);
  await world.jobs.runNow('notifications.forgetOld', {});
  expect(await bell()).toEqual([]);
  await withSystem(world.db, (tx) =>
    tx.updateTable('photos').set({ current_at: null }).where('pose', '=', 'left').execute(),
  );
  expect((await summaryOf(world, patient)).achievements.achievements[0]).toMatchObject({ unlocked: true });
  await takePhoto(world, patient, 'left');
  expect(await bell()).toEqual([]);
  expect((await world.mails()).filter(({ subject }) => subject.includes('achievement'))).toEqual([]);
});

test('what no event has told is told with the next look at the dashboard; staff earn nothing', async () => {
  const world = await aWorld();
  const [patient, doctor] = [await aPatientWithPhotos(world), await world.practitioner()];
  const earned = (who: SignedIn) =>
    withUser(world.db, who.userId, (tx) => tx.selectFrom('achievements_earned').select('achievement').execute());
  await withSystem(world.db, (tx) => tx.deleteFrom('achievements_earned').execute());
  await Promise.all([1, 2, 3].map(() => summaryOf(world, patient)));
  expect(await earned(patient)).toEqual([{ achievement: 'first_set' }]);
  await season(world, doctor);
  const { channel_id } = await aChannel(world, doctor);
  await aPost(world, doctor, channel_id);
  await world.outbox.drain();
  expect(await earned(doctor)).toEqual([]);
});

test('achievements are shown to others while the person wants it, and never that there is a simulation', async () => {
  const world = await aWorld();
  const patient = await aScoredPatient(world);
  expect(await getMemberAchievements(world, patient.userId)).toEqual([]);
  await updateSettings(world, patient.userId, { achievements_public: true });
  expect(await getMemberAchievements(world, patient.userId)).toEqual([{ id: 'first_set', emoji: '📷', color: 'calm' }]);
  await updateSettings(world, patient.userId, { achievements_public: false });
  expect(await getMemberAchievements(world, patient.userId)).toEqual([]);
  expect(await getMemberAchievements(world, randomUUID())).toEqual([]);
});

test('the summary has the topics of what the person may read, and the appointments that have a time', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const patient = await world.patient();
  const author = await aRegular(world);
  const { channel_id } = await aChannel(world, author);
  for (const tags of [['Sun care'], ['Sun care', 'Sleep']]) await aPost(world, author, channel_id, { tags });
  const id = await aRequested(world, { patient });
  expect(await summaryOf(world, patient)).toMatchObject({
    trending_topics: [
      { id: 'sun-care', title: 'Sun care', posts_last7: 2 },
      { id: 'sleep', title: 'Sleep', posts_last7: 1 },
    ],
    appointments: [],
  });
  await world.browserOf(patient).post('/rpc/set_follow', { target: { tag: 'sun-care' }, state: 'mute' });
  await anOffered(world, { patient, admin });
  const summary = await summaryOf(world, patient);
  expect(summary.trending_topics.map((topic) => topic.id)).toEqual(['sleep']);
  expect(summary.appointments).toMatchObject([{ status: 'awaiting_payment', city: expect.any(String) }]);
  expect(summary.appointments[0]?.appointment_id).not.toBe(id);
  expect((await summaryOf(world, await world.patient())).appointments).toEqual([]);
});

test('a reward opens with the achievements, is asked for once, and the team hands it out', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const patient = await aScoredPatient(world);
  await expect(claimReward(world, patient.userId, 'cashback')).rejects.toMatchObject({ code: 'REWARD_LOCKED' });
  await season(world, patient);
  const { channel_id } = await aChannel(world, patient);
  await aPost(world, patient, channel_id);
  await joinChallenge(world, patient.userId, 'photo_week', ZONE);
  for (let day = 0; day < 6; day++) {
    await takePhoto(world, patient, 'front');
    world.clock.advance(DAY);
  }
  const [first, second] = [
    await claimReward(world, patient.userId, 'cashback'),
    await claimReward(world, patient.userId, 'cashback'),
  ];
  expect(first).toMatchObject({ id: 'cashback', locked: false, fulfilled_at: null });
  expect(second).toEqual(first);
  expect((await world.mails()).filter(({ subject }) => subject === 'A reward was asked for')).toHaveLength(1);
  const [claim, ...more] = await listClaims(world, admin.userId);
  expect(more).toEqual([]);
  await fulfilClaim(world, admin.userId, claim?.id ?? '');
  expect(await listClaims(world, admin.userId)).toMatchObject([
    { reward_id: 'cashback', fulfilled_at: expect.stringContaining('2026') },
  ]);
});

test('products follow plan and score; two administrators do not overwrite each other', async () => {
  const world = await aWorld();
  const { userId: admin } = await world.admin();
  const patient = await aScoredPatient(world, 50);
  const cream = await saveProduct(world, admin, someProduct);
  await saveProduct(world, admin, {
    ...someProduct,
    name_en: 'For another plan',
    for_treatments: ['peeling'],
    for_scores: [],
  });
  await saveProduct(world, admin, { ...someProduct, name_en: 'Hidden', is_active: false });
  expect((await summaryOf(world, patient)).recommended_products).toMatchObject([
    { name: 'Calm cream', price_cents: 3200, currency: 'EUR', reason: { by: 'plan', treatment: 'botox' } },
  ]);
  const changed = await saveProduct(world, admin, {
    ...someProduct,
    id: cream.id,
    version: cream.version,
    price_cents: 3000,
  });
  expect(changed).toMatchObject({ version: 2, price_cents: 3000 });
  await expect(
    saveProduct(world, admin, { ...someProduct, id: cream.id, version: cream.version }),
  ).rejects.toMatchObject({ code: 'PRODUCT_CHANGED', data: { version: 2 } });
  expect(await deleteProduct(world, admin, cream.id)).toEqual({ deleted: true });
  expect(await listProducts(world, admin)).toHaveLength(2);
  expect((await summaryOf(world, patient)).recommended_products).toEqual([]);
});

test('the gallery pages through every photo, newest first, and marks the current ones', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world);
  world.clock.advance(DAY);
  const newest = await takePhoto(world, patient, 'front');
  const first = await listMyPhotos(world, patient.userId, { limit: 3 });
  expect(first.total).toBe(4);
  expect(first.photos[0]).toMatchObject({ id: newest, pose: 'front', is_current: true });
  const second = await listMyPhotos(world, patient.userId, { limit: 3, cursor: first.next_cursor ?? '' });
  expect(second.next_cursor).toBeNull();
  const all = [...first.photos, ...second.photos];
  expect(new Set(all.map(({ id }) => id)).size).toBe(4);
  expect(all.filter(({ is_current }) => !is_current)).toMatchObject([{ pose: 'front' }]);
  await expect(listMyPhotos(world, patient.userId, { limit: 3, cursor: 'x_y' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect((await listMyPhotos(world, (await world.patient()).userId, { limit: 3 })).photos).toEqual([]);
});

test('no table of the dashboard shows a row of somebody else', async () => {
  const world = await aWorld();
  const patient = await aScoredPatient(world);
  await noteShare(world, patient.userId, { way: 'copy', idempotency_key: randomUUID() });
  await joinChallenge(world, patient.userId, 'together', ZONE);
  await updateSettings(world, patient.userId, { monthly_target: 5 });
  const stranger = await world.patient();
  const tables = ['skin_scores', 'friend_scores', 'share_notes', 'challenge_joins', 'progress_settings'] as const;
  for (const table of tables) {
    const seenBy = (who: SignedIn) =>
      withUser(world.db, who.userId, (tx) => tx.selectFrom(table).selectAll().execute());
    expect(await seenBy(patient)).toHaveLength(1);
    expect(await seenBy(stranger)).toEqual([]);
  }
});
