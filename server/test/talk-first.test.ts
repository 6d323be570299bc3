import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointments } from '#contract/appointments.ts';
import { billing, type Membership } from '#contract/billing.ts';
import { directAppointments } from '#contract/direct-appointments.ts';
import { setPaymentHold } from '#server/domains/billing/index.ts';
import { answerExpectations } from '#server/domains/care/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { anOrder } from './a-buyer.ts';
import { aDirectService } from './a-direct-service.ts';
import { anOffered } from './an-appointment.ts';
import { aWorld } from './world.ts';

/**
 * What each procedure that concerns money is expected to do while a doctor wants to talk with the patient first.
 * `refused` throws TALK_FIRST. `turned` redirects to the dashboard instead of a payment page. `free` works, because the
 * patient makes no payment with this procedure. `hidden` works too, but leaves out its link to a payment page. A new
 * procedure fails this test until it has an entry here.
 */
const paths: Readonly<Record<string, 'refused' | 'turned' | 'hidden' | 'free'>> = {
  'billing.startCheckout': 'turned',
  'billing.previewPlanChange': 'refused',
  'billing.changePlan': 'refused',
  'billing.resumeSubscription': 'refused',
  'billing.openCardPage': 'refused',
  'appointments.createCheckoutSession': 'refused',
  'directAppointments.takeAppointment': 'refused',
  'billing.getMyMembership': 'hidden',

  // Patients can always cancel and get a refund.
  'billing.cancelSubscription': 'free',
  'billing.requestRefund': 'free',
  'billing.countExposure': 'free',
  'billing.getCheckout': 'free',
  'billing.getInvoicePdf': 'free',
  'billing.adminListPayments': 'free',
  'billing.adminExportPayments': 'free',
  'billing.adminRefundPayment': 'free',
  'billing.adminListSubscriptions': 'free',
  'billing.adminListPaymentFaults': 'free',
  'billing.adminRetryPaymentNotice': 'free',
  'billing.adminGetExperiment': 'free',
  'appointments.listCountries': 'free',
  'appointments.requestAppointment': 'free',
  'appointments.getMyBenefits': 'free',
  'appointments.setLatestAppointmentCountries': 'free',
  'appointments.getMyAppointments': 'free',
  'appointments.getMyAppointmentsV2': 'free',
  'appointments.getMyAppointment': 'free',
  'appointments.askAboutAppointment': 'free',
  'appointments.markAppointmentRead': 'free',
  'appointments.requestAppointmentChange': 'free',
  'appointments.getAppointmentQuote': 'free',
  // Accepting a quote is not a payment. The payment after it is refused.
  'appointments.acceptAppointmentQuote': 'free',
  'appointments.chooseOfferTime': 'free',
  'appointments.moveMyAppointment': 'free',
  'appointments.chooseAlternative': 'free',
  'appointments.declineAlternatives': 'free',
  'appointments.getAppointmentReceipt': 'free',
  'appointments.getAppointmentCalendar': 'free',
  'directAppointments.listDirectServices': 'free',
};

const distressed = { is_preoccupied: true, is_distressed: true, is_hindered: false, time_a_day: 'over_3h' } as const;

test('the table of this test names every procedure of billing and appointments', () => {
  const known = [
    ...Object.keys(billing).map((name) => `billing.${name}`),
    ...Object.keys(appointments).map((name) => `appointments.${name}`),
    ...Object.keys(directAppointments).map((name) => `directAppointments.${name}`),
  ];
  expect(Object.keys(paths).sort()).toEqual(known.sort());
});

test('trust 14: before the talk with a doctor, no procedure leads to a payment or a changed plan', async () => {
  const world = await aWorld();
  const [admin, patient] = [await world.admin(), await world.patient()];
  const browser = world.browserOf(patient);
  const offered = await anOffered(world, { patient, admin });
  const time = await aDirectService(world);
  const start = () => browser.post('/api/checkout/start', anOrder('plus_monthly'));
  await world.pay((await start()).json.url);
  const price = await browser.post('/rpc/preview_plan_change', { sku: 'elite_monthly' });
  expect(price.status).toBe(200);

  const calls: Readonly<Record<string, () => Promise<{ status: number; json: { code?: string; url?: string } }>>> = {
    'billing.startCheckout': start,
    'billing.previewPlanChange': () => browser.post('/rpc/preview_plan_change', { sku: 'elite_monthly' }),
    'billing.changePlan': () =>
      browser.post('/rpc/change_plan', { sku: 'elite_monthly', ...price.json, idempotency_key: randomUUID() }),
    'billing.resumeSubscription': () => browser.post('/rpc/resume_subscription', {}),
    'billing.openCardPage': () => browser.post('/rpc/open_card_page', {}),
    'appointments.createCheckoutSession': () =>
      browser.post('/functions/create_checkout_session', { appointment_id: offered }),
    'directAppointments.takeAppointment': () =>
      browser.post('/rpc/take_appointment', {
        service_id: time.service_id,
        site_id: time.site_id,
        practitioner_id: time.practitioners[0],
        starts_at: '2026-12-03T09:00:00.000Z',
        idempotency_key: randomUUID(),
      }),
  };
  const guarded = Object.keys(paths).filter((name) => paths[name] === 'refused' || paths[name] === 'turned');
  expect(Object.keys(calls).sort()).toEqual(guarded.sort());

  await answerExpectations(world, patient.userId, distressed);
  await world.outbox.drain();
  const answers = await Promise.all(
    guarded.map(async (name) => {
      const { status, json } = await calls[name]!();
      return [name, json.code ?? (status === 200 ? new URL(json.url ?? '').pathname : status)];
    }),
  );
  expect(Object.fromEntries(answers)).toEqual(
    Object.fromEntries(guarded.map((name) => [name, paths[name] === 'refused' ? 'TALK_FIRST' : '/dashboard'])),
  );

  // Cancelling is still possible.
  expect((await browser.post('/rpc/cancel_subscription', {})).status).toBe(200);
});

test('trust 14: a payment page that was opened before the worrying answers no longer accepts a payment', async () => {
  const world = await aWorld();
  const [admin, patient] = [await world.admin(), await world.patient()];
  const browser = world.browserOf(patient);
  const appointment_id = await anOffered(world, { patient, admin });
  const plan = (await browser.post('/api/checkout/start', anOrder('plus_monthly'))).json.url as string;
  const offer = (await browser.post('/functions/create_checkout_session', { appointment_id })).json.url as string;
  await answerExpectations(world, patient.userId, distressed);
  await world.outbox.drain();
  expect(await world.pay(plan)).toBe(false);
  expect(await world.pay(offer)).toBe(false);
});

test('trust 14: before the talk with a doctor, the membership has no link for confirming a renewal', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const browser = world.browserOf(patient);
  await world.pay((await browser.post('/api/checkout/start', anOrder('plus_monthly'))).json.url);
  const owed = { status: 'past_due', confirm_url: 'https://pay.example/in_1' } as const;
  await withSystem(world.system, (tx) => tx.updateTable('subscriptions').set(owed).execute());
  const shown = async () => {
    const { json } = await browser.post('/rpc/get_my_membership', {});
    const { talk_first, subscription } = json as unknown as Membership;
    return [talk_first, subscription?.status, subscription?.confirm_url];
  };
  expect(await shown()).toEqual([false, 'past_due', 'https://pay.example/in_1']);
  await answerExpectations(world, patient.userId, distressed);
  await world.outbox.drain();
  expect(await shown()).toEqual([true, 'past_due', null]);
  await withSystem(world.system, (tx) => setPaymentHold(world, tx, patient.userId, false));
  expect(await shown()).toEqual([false, 'past_due', 'https://pay.example/in_1']);
});

test('trust 14: lifting the payment hold of one patient does not lift that of another', async () => {
  const world = await aWorld();
  const [held, freed] = [await world.patient(), await world.patient()];
  for (const { userId } of [held, freed]) await answerExpectations(world, userId, distressed);
  await world.outbox.drain();
  await withSystem(world.system, (tx) => setPaymentHold(world, tx, freed.userId, false));
  const page = async (patient: typeof held) =>
    new URL((await world.browserOf(patient).post('/api/checkout/start', anOrder('plus_monthly'))).json.url).pathname;
  expect(await page(held)).toBe('/dashboard');
  expect(await page(freed)).not.toBe('/dashboard');
});
