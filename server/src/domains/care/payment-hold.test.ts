import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aDraftedCase, aPatientWithPhotos, takePhoto } from '../../../test/a-case.ts';
import { aWorld } from '../../../test/world.ts';
import { startCheckout } from '../billing/index.ts';
import { listMyCases, takeCase } from '../simulation/index.ts';
import { answerExpectations, recordExpectationTalk } from './index.ts';

const calm = { is_preoccupied: false, is_distressed: false, is_hindered: false, time_a_day: 'under_1h' } as const;
const distressed = { ...calm, is_preoccupied: true, is_distressed: true, time_a_day: 'over_3h' } as const;
const order = {
  sku: 'elite_monthly',
  type: 'subscription',
  cycle: 'monthly',
  amount: 290,
  currency: 'eur',
  region: 'Global',
} as const;

test('trust 14: a payment page that was open before the hold closes and takes no payment', async () => {
  const world = await aWorld();
  const { patient } = await aDraftedCase(world, await world.practitioner(), { pictures: false });
  const states = async () => {
    const rows = await withSystem(world.system, (tx) => tx.selectFrom('checkouts').select('status').execute());
    return rows.map(({ status }) => status);
  };
  const { url } = await startCheckout(world, patient, order);
  expect(await states()).toEqual(['open']);
  await answerExpectations(world, patient.userId, distressed);
  await world.outbox.drain();
  expect(await states()).toEqual(['expired']);
  expect(await world.pay(url).catch(() => false)).toBe(false);
});

test('trust 14: a person with a positive screen cannot open a payment page until the talk with a doctor', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const goesTo = async () => (await startCheckout(world, patient, order)).url;
  await answerExpectations(world, patient.userId, distressed);
  await answerExpectations(world, patient.userId, calm);
  await world.outbox.drain();
  expect(await goesTo()).toBe('http://flaira.test/dashboard');

  await recordExpectationTalk(world, doctor, caseId, 'Wishes are realistic.');
  await world.outbox.drain();
  expect(await goesTo()).toContain('/test-checkout/');

  // The event about the first answers is delivered again after the event about the talk, as if its first delivery had
  // failed.
  await world.database.owner.query(`update outbox set processed_at = null, handled_by = '{}'
    where id = (select min(id) from outbox where topic = 'care.talkChanged')`);
  await world.outbox.drain();
  expect(await goesTo()).toContain('/test-checkout/');
});

test('trust 14: a doctor can record the talk with a patient who had no case as soon as the photos open one', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const patient = await aPatientWithPhotos(world, ['front', 'left']);
  const goesTo = async () => (await startCheckout(world, patient, order)).url;
  await answerExpectations(world, patient.userId, distressed);
  await world.outbox.drain();
  expect(await goesTo()).toBe('http://flaira.test/dashboard');

  await takePhoto(world, patient, 'right');
  await world.outbox.drain();
  const [opened] = await listMyCases(world, patient.userId);
  const caseId = opened?.id ?? '';
  await takeCase(world, doctor, caseId);
  await recordExpectationTalk(world, doctor, caseId, 'Wishes are realistic.');
  await world.outbox.drain();
  expect(await goesTo()).toContain('/test-checkout/');
});
