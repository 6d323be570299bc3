import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { aPatientWithPhotos, aScoredPatient, takePhoto } from '../../../test/a-case.ts';
import { aChannel, aComment, aPost, season } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { joinChallenge } from './challenges.ts';
import { getDashboardSummary } from './get-dashboard-summary.ts';
import { getMemberAchievements } from './rewards.ts';
import { updateSettings } from './settings.ts';

const DAY = 86_400_000;
const ZONE = 'Europe/Paris';
const summaryOf = (world: World, { userId }: SignedIn) => getDashboardSummary(world, userId, ZONE, 'en');

test('achievements are earned by the actions of the person', async () => {
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

test('an earned achievement is announced once and at once in the list behind the bell', async () => {
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

  // The achievement is announced only once. Later events, two simultaneous views, losing and regaining it, and emptying
  // the list of notifications do not announce it again.
  await takePhoto(world, patient, 'left');
  await Promise.all([summaryOf(world, patient), summaryOf(world, patient)]);
  await world.database.owner.query(`update outbox set processed_at = null, handled_by = '{}'`);
  await world.browserOf(patient).post('/rpc/mark_notifications_read', {});
  world.clock.advance(100 * DAY);
  await world.jobs.runNow('notifications.forgetOld', {});
  expect(await bell()).toEqual([]);
  await withSystem(world.system, (tx) =>
    tx.updateTable('photos').set({ current_at: null }).where('pose', '=', 'left').execute(),
  );
  expect((await summaryOf(world, patient)).achievements.achievements[0]).toMatchObject({ unlocked: true });
  await takePhoto(world, patient, 'left');
  expect(await bell()).toEqual([]);
  expect((await world.mails()).filter(({ subject }) => subject.includes('achievement'))).toEqual([]);
});

test('an earned achievement that is missing is stored at the next view of the dashboard, and staff get none', async () => {
  const world = await aWorld();
  const [patient, doctor] = [await aPatientWithPhotos(world), await world.practitioner()];
  const earned = (who: SignedIn) =>
    withUser(world.db, who.userId, (tx) => tx.selectFrom('achievements_earned').select('achievement').execute());
  await withSystem(world.system, (tx) => tx.deleteFrom('achievements_earned').execute());
  await Promise.all([1, 2, 3].map(() => summaryOf(world, patient)));
  expect(await earned(patient)).toEqual([{ achievement: 'first_set' }]);
  await season(world, doctor);
  const { channel_id } = await aChannel(world, doctor);
  await aPost(world, doctor, channel_id);
  await world.outbox.drain();
  expect(await earned(doctor)).toEqual([]);
});

test('others see achievements only if the person shows them, and never one about a simulation', async () => {
  const world = await aWorld();
  const patient = await aScoredPatient(world);
  expect(await getMemberAchievements(world, patient.userId)).toEqual([]);
  await updateSettings(world, patient.userId, { achievements_public: true });
  expect(await getMemberAchievements(world, patient.userId)).toEqual([{ id: 'first_set', emoji: '📷', color: 'calm' }]);
  await updateSettings(world, patient.userId, { achievements_public: false });
  expect(await getMemberAchievements(world, patient.userId)).toEqual([]);
  expect(await getMemberAchievements(world, randomUUID())).toEqual([]);
});
