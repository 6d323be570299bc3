import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { storeDispute } from '#server/platform/payments/disputes.ts';
import { aPaid, paymentOf, settle } from '../../../../test/an-appointment.ts';
import { someBookableTime } from '../../../../test/bookable-time.ts';
import { aWorld } from '../../../../test/world.ts';

test('declining alternatives promises no refund while the payment is disputed, and the team decides about the money', async () => {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const [patient, admin] = [world.browserOf(people.patient), world.browserOf(people.admin)];
  const { service_id, site_id, practitioners } = await someBookableTime(world);
  const practitioner_id = practitioners[0] ?? '';
  const starts_at = '2026-12-03T09:00:00.000Z';
  const times = [{ service_id, site_id, practitioner_id, starts_at }];
  const appointment_id = await aPaid(world, people, { times, scheduled_at: starts_at });
  const payment_id = await paymentOf(world, people.patient, appointment_id);
  const others = [{ practitioner_id, starts_at: '2026-12-03T10:00:00.000Z' }];
  await admin.post('/rpc/admin_offer_alternatives', { appointment_id, times: others });
  const now = world.clock.now();
  await withSystem(world.system, (tx) =>
    storeDispute(tx, {
      id: 'dp_1',
      payment_id,
      status: 'needs_response',
      reason: 'fraudulent',
      amount_cents: 42_000,
      currency: 'eur',
      evidence_due_at: null,
      opened_at: now,
      told_at: now,
      withdrawn_at: null,
      reinstated_at: null,
    }),
  );
  expect((await patient.post('/rpc/decline_alternatives', { appointment_id })).json.status).toBe('cancelled');
  await settle(world);
  await world.outbox.drain();
  const mail = (await world.mails()).findLast(({ subject }) => subject.startsWith('Cancelled:'));
  expect(mail?.text).toContain('Our team will write to you about your payment.');
  expect(mail?.text).not.toContain('refunding');
  const { rows } = (await admin.post('/rpc/admin_inbox_list', {})).json;
  expect(rows.map(({ kind }: { kind: string }) => kind)).toContain('refund_undecided');
  const { payments } = (await admin.post('/rpc/admin_get_appointment', { appointment_id })).json;
  expect(payments).toMatchObject([{ refunded_cents: 0 }]);
});
