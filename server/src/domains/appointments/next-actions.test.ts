import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { anOffer, anOffered, aPaid, aRequested, paymentOf } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { askTeam, answerPatient, markRead } from './exchange-messages.ts';
import { noteFailedPayment } from './announce-offers.ts';
import { putIntoInbox } from './history.ts';
import { handleMany, listInbox } from './inbox.ts';
import { makeOffer } from './make-offer.ts';
import { openPayment } from './open-payment.ts';
import { refundPayment } from './refunds.ts';
import { reschedule } from './reschedule.ts';
import { setStatus } from './set-status.ts';
import { undoStatus } from './undo-status.ts';
import { answerWish, askForChange } from './wishes.ts';

const HOUR_MS = 3_600_000;
let world: World;
let people: { patient: SignedIn; admin: SignedIn };
beforeEach(async () => {
  // The clock starts on a Friday, so two working days later it is Tuesday.
  world = await aWorld({ now: new Date('2026-11-20T09:00:00Z') });
  people = { patient: await world.patient(), admin: await world.admin() };
});
const TUESDAY = '2026-11-24T09:00:00.000Z';
const rows = async () => (await listInbox(world, people.admin, { limit: 50, is_handled: false })).rows;
const waiting = async () => (await rows()).map(({ kind }) => kind);
const deadlines = async () => (await rows()).map(({ kind, due_at }) => [kind, due_at]);
const later = (hours: number) => world.clock.advance(hours * HOUR_MS);
const ask = (appointment_id: string) => ({ appointment_id, body: 'May I drive?', idempotency_key: randomUUID() });
const set = (id: string, status: string) =>
  setStatus(world, people.admin, { appointment_ids: [id], status, reason: 'on the phone' });
const wish = (appointment_id: string, kind: 'cancel' | 'reschedule') =>
  askForChange(world, people.patient, { appointment_id, wish: kind, note: '', idempotency_key: randomUUID() });
const clear = async () => {
  await handleMany(world, people.admin, {
    inbox_ids: (await rows()).map(({ inbox_id }) => inbox_id),
    is_handled: true,
  });
};

test('the inbox entry of a request is due two working days after its last change of status, and an offer handles it', async () => {
  const id = await aRequested(world, people);
  expect(await deadlines()).toEqual([['request', TUESDAY]]);
  later(24);
  await set(id, 'in_progress');
  expect(await deadlines()).toEqual([['request', '2026-11-24T09:00:00.000Z']]);
  later(72);
  await set(id, 'pending');
  expect(await deadlines()).toEqual([['request', '2026-11-26T09:00:00.000Z']]);
  await makeOffer(world, people.admin, anOffer(id));
  expect(await waiting()).toEqual([]);
  const { rows: handled } = await listInbox(world, people.admin, { limit: 50, is_handled: true });
  expect(handled).toMatchObject([
    { kind: 'request', handled_by_name: null, handled_at: world.clock.now().toISOString() },
  ]);
});

test('a cancellation by the patient handles the inbox entry of the request', async () => {
  const id = await aRequested(world, people);
  await wish(id, 'cancel');
  expect(await waiting()).toEqual(['cancelled']);
});

test('undoing a cancellation reopens the inbox entries that it handled, but not those that a colleague handled', async () => {
  const id = await aRequested(world, people);
  const cancelled = await set(id, 'cancelled');
  expect(await waiting()).toEqual([]);
  later(1 / 3600);
  await undoStatus(world, people.admin, cancelled.change_id ?? '');
  expect(await waiting()).toEqual(['request']);
  await clear();
  later(1);
  const again = await set(id, 'cancelled');
  later(1 / 3600);
  await undoStatus(world, people.admin, again.change_id ?? '');
  expect(await waiting()).toEqual([]);
});

test('a question is due in two working days, and only an answer to the same patient handles it', async () => {
  const id = await aRequested(world, people);
  const other = await aRequested(world, { patient: await world.patient() });
  await clear();
  await askTeam(world, people.patient, ask(id));
  expect(await deadlines()).toEqual([['question', TUESDAY]]);
  await answerPatient(world, people.admin, ask(other));
  expect(await waiting()).toEqual(['question']);
  await answerPatient(world, people.admin, ask(id));
  expect(await waiting()).toEqual([]);
});

test('the inbox entry of a change request is handled when it is answered, or the date is moved', async () => {
  const id = await aPaid(world, people);
  await clear();
  await wish(id, 'reschedule');
  expect(await deadlines()).toEqual([['reschedule', TUESDAY]]);
  await answerWish(world, people.admin, { appointment_id: id, is_granted: false, note: '' });
  expect(await waiting()).toEqual([]);
  await wish(id, 'reschedule');
  await reschedule(world, people.admin, {
    appointment_id: id,
    scheduled_at: '2026-12-20T10:00',
    timezone: 'Europe/Paris',
    reason: '',
    allow_double_booking: true,
  });
  expect(await waiting()).toEqual([]);
  await wish(id, 'cancel');
  expect(await deadlines()).toEqual([['cancel', TUESDAY]]);
  await answerWish(world, people.admin, { appointment_id: id, is_granted: true, note: '' });
  expect(await waiting()).toEqual([]);
});

test('an ordered refund handles the inbox entries about its payment, but not those about another payment', async () => {
  const id = await aPaid(world, people);
  await clear();
  const payment_id = await paymentOf(world, people.patient, id);
  const kinds = ['refund_undecided', 'refund_failed', 'payment_mismatch'] as const;
  const idsOf = (payment: string) =>
    withSystem(world.system, async (tx) => {
      const found = tx.selectFrom('appointment_inbox').select('id').where('payment_id', '=', payment);
      return (await found.execute()).map((entry) => entry.id).toSorted();
    });
  await withSystem(world.system, async (tx) => {
    for (const payment of [payment_id, 'pi_other'])
      for (const kind of kinds) await putIntoInbox(world, tx, id, kind, { payment_id: payment });
  });
  await refundPayment(world, people.admin, {
    appointment_id: id,
    payment_id,
    amount_cents: 1_000,
    reason: 'goodwill',
    idempotency_key: randomUUID(),
  });
  expect((await rows()).map(({ inbox_id }) => inbox_id).toSorted()).toEqual(await idsOf('pi_other'));
  expect(await idsOf('pi_other')).toHaveLength(3);
});

test('an unpaid offer enters the inbox once, twelve hours before its end', async () => {
  const id = await aRequested(world, people);
  await makeOffer(world, people.admin, anOffer(id));
  const tell = () => world.jobs.runNow('appointments.announceEnding', {});
  later(36);
  world.clock.advance(-1);
  await tell();
  expect(await waiting()).toEqual([]);
  world.clock.advance(1);
  for (let time = 0; time < 2; time++) await tell();
  expect(await deadlines()).toEqual([['offer_expiring', '2026-11-22T09:00:00.000Z']]);
  later(1);
  await makeOffer(world, people.admin, anOffer(id));
  await tell();
  expect(await waiting()).toEqual([]);
  later(40);
  await tell();
  expect(await waiting()).toEqual(['offer_expiring']);
  later(8);
  await world.jobs.runNow('appointments.lapseOffers', {});
  await tell();
  expect(await waiting()).toEqual(['offer_expired']);
  await makeOffer(world, people.admin, anOffer(id));
  expect(await waiting()).toEqual([]);
});

const runs = (job: string) => world.jobs.runNow(`appointments.${job}`, {});
/** Delivers the payment provider's report that a payment of the newest offer failed. */
async function fail(appointmentId: string) {
  const { id } = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('appointment_offers')
      .select('id')
      .where('appointment_id', '=', appointmentId)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow(),
  );
  await noteFailedPayment(world, {
    reference: { kind: 'appointment_offer', id, user_id: people.patient.userId },
    page_id: null,
  });
}
const QUARTER = 0.25;

test('a failed payment has one inbox entry, from a quarter of an hour later until the offer is paid', async () => {
  const id = await anOffered(world, people);
  await fail(id);
  later(QUARTER / 2);
  await runs('announceFailed');
  expect(await waiting()).toEqual([]);
  later(QUARTER / 2);
  for (let time = 0; time < 2; time++) await runs('announceFailed');
  await fail(id);
  later(QUARTER);
  await runs('announceFailed');
  expect(await deadlines()).toEqual([['payment_failed', '2026-11-22T09:00:00.000Z']]);
  const { url } = await openPayment(world, people.patient, id);
  await world.pay(url);
  expect(await waiting()).toEqual(['paid']);
});

test('a failed payment adds no inbox entry if the offer is paid within a quarter of an hour, or was paid already', async () => {
  const id = await anOffered(world, people);
  await fail(id);
  const { url } = await openPayment(world, people.patient, id);
  await world.pay(url);
  await fail(id);
  later(1);
  await runs('announceFailed');
  expect(await waiting()).toEqual(['paid']);
});

test('an offer has one open inbox entry: first that it ends soon, then that its payment failed, then that it expired', async () => {
  const id = await anOffered(world, people);
  later(37);
  await runs('announceEnding');
  expect(await waiting()).toEqual(['offer_expiring']);
  await fail(id);
  later(QUARTER);
  await runs('announceFailed');
  await runs('announceEnding');
  expect(await waiting()).toEqual(['payment_failed']);
  later(11);
  await runs('lapseOffers');
  expect(await waiting()).toEqual(['offer_expired']);
});

test('a new offer or a cancellation handles the entry of a failed payment, and a later failure adds one', async () => {
  const id = await anOffered(world, people);
  const failAndTell = async () => {
    await fail(id);
    later(QUARTER);
    await runs('announceFailed');
  };
  await failAndTell();
  await clear();
  await runs('announceFailed');
  expect(await waiting()).toEqual([]);
  await failAndTell();
  expect(await waiting()).toEqual(['payment_failed']);
  await makeOffer(world, people.admin, anOffer(id));
  expect(await waiting()).toEqual([]);
  await failAndTell();
  expect(await waiting()).toEqual(['payment_failed']);
  await set(id, 'cancelled');
  expect(await waiting()).toEqual([]);
});

test('a message that the patient has not read for three days has one inbox entry until it is read', async () => {
  const id = await aRequested(world, people);
  await clear();
  await answerPatient(world, people.admin, ask(id));
  later(71);
  await runs('announceUnread');
  expect(await waiting()).toEqual([]);
  later(1);
  await answerPatient(world, people.admin, ask(id));
  for (let time = 0; time < 2; time++) await runs('announceUnread');
  expect(await deadlines()).toEqual([['message_unread', null]]);
  later(72);
  await runs('announceUnread');
  expect(await waiting()).toEqual(['message_unread']);
  await markRead(world, people.patient, id);
  expect(await waiting()).toEqual([]);
  await runs('announceUnread');
  expect(await waiting()).toEqual([]);
});

test('after an entry about an unread message was handled, only a newer unread message adds another entry', async () => {
  const id = await aRequested(world, people);
  await answerPatient(world, people.admin, ask(id));
  later(72);
  await runs('announceUnread');
  await clear();
  await runs('announceUnread');
  expect(await waiting()).toEqual([]);
  later(1);
  await answerPatient(world, people.admin, ask(id));
  later(72);
  await runs('announceUnread');
  expect(await waiting()).toEqual(['message_unread']);
});

test('a cancellation handles the entry of an unread message, and an undo reopens it if still unread', async () => {
  const id = await aRequested(world, people);
  await clear();
  await answerPatient(world, people.admin, ask(id));
  later(72);
  await runs('announceUnread');
  const cancelled = await set(id, 'cancelled');
  expect(await waiting()).toEqual([]);
  await runs('announceUnread');
  expect(await waiting()).toEqual([]);
  await undoStatus(world, people.admin, cancelled.change_id ?? '');
  expect(await waiting()).toEqual(['message_unread']);
  const again = await set(id, 'cancelled');
  await markRead(world, people.patient, id);
  await undoStatus(world, people.admin, again.change_id ?? '');
  expect(await waiting()).toEqual([]);
});

test('an inbox entry of a kind that a later release added is neither listed nor counted', async () => {
  await aRequested(world, people);
  await world.database.owner.query(`alter table appointment_inbox drop constraint appointment_inbox_kind_check;
    insert into appointment_inbox (id, appointment_id, kind, created_at)
    select gen_random_uuid(), appointment_id, 'from_the_moon', created_at from appointment_inbox`);
  const list = await listInbox(world, people.admin, { limit: 50, is_handled: false });
  expect([list.rows.map(({ kind }) => kind), list.waiting, list.shown]).toEqual([['request'], 1, 1]);
});
