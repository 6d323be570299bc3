import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { aPatientWithPhotos, aScoredPatient, takePhoto } from '../../../test/a-case.ts';
import { aChannel, aPost, aRegular } from '../../../test/a-community.ts';
import { aDirectService, aPaidTime } from '../../../test/a-direct-service.ts';
import { anOffered, aRequested } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { joinChallenge } from './challenges.ts';
import { getDashboardSummary } from './get-dashboard-summary.ts';
import { updateSettings } from './settings.ts';
import { noteShare } from './shares.ts';

const DAY = 86_400_000;
const ZONE = 'Europe/Paris';
const summaryOf = (world: World, { userId }: SignedIn) => getDashboardSummary(world, userId, ZONE, 'en');

test('the summary of the dashboard needs one round trip to the database, and leaves no role on the connection', async () => {
  const world = await aWorld();
  const patient = await aScoredPatient(world);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const summary = await summaryOf(world, patient);
  const asked = query.mock.calls.length;
  query.mockRestore();
  expect(asked).toBe(1);
  expect(summary.skin_score).toMatchObject({ state: 'scored', current: { overall: { value: 70, band: 8 } } });
  // Row-level security shows no rows here, because the role that the summary's query used is no longer set on the
  // connection.
  expect(await world.db.selectFrom('skin_scores').selectAll().execute()).toEqual([]);
});

test('the dashboard of a new person shows the first step, and no invented number', async () => {
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

test('the dashboard counts uploads by days and months in the time zone of the person', async () => {
  const world = await aWorld({ now: new Date('2026-10-31T22:30:00Z') });
  const patient = await aPatientWithPhotos(world, ['front']);
  world.clock.advance(3_600_000);
  await takePhoto(world, patient, 'front');
  world.clock.advance(2 * DAY);
  await takePhoto(world, patient, 'front');
  const { progress, counts } = await summaryOf(world, patient);
  // The first photo was taken on 31 October at 23:30 in Paris.
  expect(progress).toMatchObject({ uploads_month: 2, percent: 7, weekly_uploads: [0, 0, 0, 1, 1, 0, 1] });
  expect(counts).toEqual({ before: 1, photos: 3 });
  const inTokyo = await getDashboardSummary(world, patient.userId, 'Asia/Tokyo', 'en');
  expect(inTokyo.progress).toMatchObject({ uploads_month: 3, weekly_uploads: [0, 0, 0, 0, 2, 0, 1] });
});

test('the dashboard has topics that the person may read, and appointments that already have a time', async () => {
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
  expect(summary.appointments).toMatchObject([
    { status: 'awaiting_payment', city: expect.any(String), is_video: false },
  ]);
  expect(summary.appointments[0]?.appointment_id).not.toBe(id);
  expect((await summaryOf(world, await world.patient())).appointments).toEqual([]);
});

test('the dashboard marks the next visit if it is by video', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const time = await aDirectService(world, { service: { is_video: true } });
  const id = await aPaidTime(world, world.browserOf(patient), time);
  expect((await summaryOf(world, patient)).appointments).toMatchObject([{ appointment_id: id, is_video: true }]);
});

test('no table of the dashboard shows rows of other people', async () => {
  const world = await aWorld();
  const patient = await aScoredPatient(world);
  await noteShare(world, patient.userId, { way: 'copy', idempotency_key: randomUUID(), time_zone: 'UTC' });
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
