import { expect, test } from 'vitest';
import type { BenefitState } from '#contract/benefits.ts';
import { aBuyer } from '../../../test/a-buyer.ts';
import { anOffer, aRequest } from '../../../test/an-appointment.ts';
import { aWorld } from '../../../test/world.ts';

async function member(plan: 'free' | 'essential' = 'essential') {
  const world = await aWorld();
  const someone = await world.patient();
  await world.db.updateTable('users').set({ plan }).where('id', '=', someone.userId).execute();
  const patient = world.browserOf(someone);
  const left = async (benefit: string) =>
    (await patient.post('/rpc/get_my_benefits')).json.find((one: BenefitState) => one.benefit === benefit)?.left;
  const ask = (treatment: string) => patient.post('/rpc/request_appointment', aRequest({ treatment }));
  return { world, patient, admin: world.browserOf(await world.admin()), left, ask };
}

test('a requested benefit of a plan is counted at once, seen by the team, and stays used after the visit', async () => {
  const { admin, left, ask } = await member();
  expect(await left('Microneedling')).toBe(4);
  const { appointment_id } = (await ask('Microneedling')).json;
  expect(await left('Microneedling')).toBe(3);
  const inbox = (await admin.post('/rpc/admin_inbox_list')).json.rows;
  expect(inbox).toMatchObject([{ appointment_id, kind: 'request', requested_treatment: 'Microneedling' }]);
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [appointment_id], status: 'done' });
  expect(await left('Microneedling')).toBe(3);
});

test('a cancelled request makes the benefit available again', async () => {
  const { patient, left, ask } = await member();
  const { appointment_id } = (await ask('Baby Botox')).json;
  expect(await left('Baby Botox')).toBe(0);
  const idempotency_key = crypto.randomUUID();
  await patient.post('/rpc/request_appointment_change', { appointment_id, wish: 'cancel', idempotency_key });
  expect(await left('Baby Botox')).toBe(1);
});

test('the last benefit is used once, even if it is requested several times at the same moment', async () => {
  const { ask } = await member();
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask('Baby Botox')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.code).toBe('BENEFIT_NOT_LEFT');
});

test('a benefit outside the plan is refused, and one in the plan is never offered for money', async () => {
  const { admin, ask } = await member();
  expect((await ask('VIP event')).json.code).toBe('BENEFIT_NOT_LEFT');
  expect((await (await member('free')).ask('Microneedling')).json.code).toBe('BENEFIT_NOT_LEFT');
  const { appointment_id } = (await ask('Microneedling')).json;
  const offer = await admin.post('/rpc/admin_set_awaiting_payment', anOffer(appointment_id));
  expect(offer.json.code).toBe('INCLUDED_IN_PLAN');
});

test('a withdrawal from a plan cancels its requested benefits, and asks the team about a confirmed benefit', async () => {
  const { world, patient: someone, join } = await aBuyer();
  const [patient, admin] = [world.browserOf(someone), world.browserOf(await world.admin())];
  const ask = async (treatment: string): Promise<string> =>
    (await patient.post('/rpc/request_appointment', aRequest({ treatment }))).json.appointment_id;
  const other = await ask('Botox');
  await join('essential_monthly');
  const [open, confirmed, done] = [await ask('Microneedling'), await ask('Microneedling'), await ask('Baby Botox')];
  const set = (id: string, status: string) =>
    admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status, reason: 'agreed by phone' });
  await set(confirmed, 'confirmed');
  await set(done, 'done');
  expect((await patient.post('/rpc/request_refund')).status).toBe(200);
  await world.outbox.drain();
  await world.outbox.drain();
  const look = async (id: string) => {
    const { status, open_wish } = (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json
      .appointment;
    return [status, open_wish];
  };
  expect(await Promise.all([other, open, confirmed, done].map(look))).toEqual([
    ['pending', null],
    ['cancelled', null],
    ['confirmed', 'cancel'],
    ['done', null],
  ]);
  const { rows } = (await admin.post('/rpc/admin_inbox_list')).json;
  const kindsOf = (id: string) =>
    rows
      .filter((row: { appointment_id: string }) => row.appointment_id === id)
      .map(({ kind }: { kind: string }) => kind);
  expect([kindsOf(open), kindsOf(confirmed)]).toEqual([
    expect.arrayContaining(['cancelled']),
    expect.arrayContaining(['cancel']),
  ]);
});

test('a withdrawal keeps a requested benefit that a plan given by the team includes', async () => {
  const { world, patient: someone, join } = await aBuyer();
  await join('essential_monthly');
  const patient = world.browserOf(someone);
  const request = await patient.post('/rpc/request_appointment', aRequest({ treatment: 'Microneedling' }));
  const { appointment_id } = request.json;
  await world.db.updateTable('users').set({ given_plan: 'plus' }).where('id', '=', someone.userId).execute();
  expect((await patient.post('/rpc/request_refund')).status).toBe(200);
  await world.outbox.drain();
  const mine = (await patient.post('/rpc/get_my_appointment', { appointment_id })).json.appointment;
  expect(mine.status).toBe('pending');
});
