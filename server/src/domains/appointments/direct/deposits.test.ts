import { beforeEach, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aDirectService, aPaidTime, aTakenTime } from '../../../../test/a-direct-service.ts';
import type { Browser } from '../../../../test/browser.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { getQuote } from '../accept-quote.ts';
import { getReceipt } from '../receipt.ts';
import { takePayment } from '../take-payment.ts';

// The price is 420 €. The patient pays 50 € of it online.
let world: World;
let patient: SignedIn;
let me: Browser;
let admin: Browser;
let time: Awaited<ReturnType<typeof aDirectService>>;
beforeEach(async () => {
  world = await aWorld();
  patient = await world.patient();
  me = world.browserOf(patient);
  admin = world.browserOf(await world.admin());
  time = await aDirectService(world, { service: { deposit_cents: 5_000 } });
});

const textOf = async (file: File) =>
  readPdf(Buffer.from(await file.arrayBuffer()))
    .flat()
    .map(({ text }) => text)
    .join(' ');
const detail = async (appointment_id: string) =>
  (await admin.post('/rpc/admin_get_appointment', { appointment_id })).json;

test('quote and receipt name the price, the sum paid online and the rest', async () => {
  const id = await aPaidTime(world, me, time);
  const sums = ['Price, taxes included', '€420', 'Rest, paid at the clinic', '€370'];
  const quote = await textOf(await getQuote(world, patient, id));
  expect(sums.filter((words) => !quote.includes(words))).toEqual([]);
  expect(quote).toContain('Deposit, paid online');
  const receipt = await textOf(await getReceipt(world, patient, id));
  expect(sums.filter((words) => !receipt.includes(words))).toEqual([]);
  expect(receipt).toMatch(/Paid.*€50/);
});

const confirmation = async (of: World) =>
  (await of.mails()).find(({ subject }) =>
    /^(Your appointment is confirmed|Votre rendez-vous est confirmé)/.test(subject),
  );

test.each([
  ['en', 'You have paid a deposit of €50. The remaining €370 is due at the visit.'],
  ['fr', 'Vous avez payé un acompte de 50 €. Il reste 370 € à régler lors du rendez-vous.'],
] as const)('in %s, the confirmation names the rest that is paid at the visit', async (language, sentence) => {
  await aPaidTime(world, world.browserOf(await world.patient({ language })), time);
  expect((await confirmation(world))?.text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(sentence);
});

test('the confirmation of a full payment says nothing about money', async () => {
  const other = await aWorld();
  await aPaidTime(other, other.browserOf(await other.patient()), await aDirectService(other));
  const mail = await confirmation(other);
  expect(mail?.text).toContain('Lilas Paris');
  expect(mail?.text).not.toMatch(/€|deposit|due/);
});

test('the sale is only the deposit paid online, and the share of the clinic cannot exceed it', async () => {
  const id = await aPaidTime(world, me, time);
  const [{ id: payment_id }] = (await detail(id)).payments;
  const { missing } = (await admin.post('/rpc/admin_list_shares')).json;
  expect(missing).toMatchObject([{ payment_id, provider_name: 'Lilas Paris', treatment: 'Laser', price_cents: 5_000 }]);
  const set = (share_cents: number) => admin.post('/rpc/admin_set_share', { payment_id, share_cents });
  expect((await set(5_001)).json.data).toEqual({ problem: 'above_price' });
  expect((await set(4_000)).status).toBe(200);
  const { providers } = (await admin.post('/rpc/admin_list_shares')).json;
  expect(providers).toMatchObject([{ open_cents: 4_000, currency: 'eur' }]);
  const sums = { from: '2026-11-01', to: '2026-11-30', by: 'treatment' };
  // An appointment that a patient books without the team is not a request.
  expect((await admin.post('/rpc/admin_get_figures', sums)).json.steps).toMatchObject({
    asked: 0,
    offered: 0,
    paid: 0,
  });
});

test('the list of appointments shows the sums paid online and at the clinic', async () => {
  await aPaidTime(world, me, time);
  const { text } = await admin.post('/rpc/admin_export_appointments', {});
  const [head, line] = text.replace('\ufeff', '').split('\r\n');
  expect(head?.split(',').slice(-2)).toEqual(['due_online_cents', 'rest_at_clinic_cents']);
  expect(line?.split(',').slice(-2)).toEqual(['5000', '37000']);
});

test.each([
  ['the deposit', 5_000, 'confirmed'],
  ['the whole price', 42_000, 'mismatch'],
  ['a cent too little', 4_999, 'mismatch'],
])('a payment of %s (%d cents) for an appointment with a deposit: %s', async (_what, amount_cents, outcome) => {
  const id = await aTakenTime(me, time);
  const { offer_id, user_id } = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('appointment_offers as o')
      .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
      .select(['o.id as offer_id', 'a.patient_id as user_id'])
      .executeTakeFirstOrThrow(),
  );
  await takePayment(world, {
    payment_id: 'pi_1',
    page_id: 'cs_1',
    reference: { kind: 'appointment_offer', id: offer_id, user_id },
    amount_cents,
    currency: 'eur',
    paid_at: world.clock.now().toISOString(),
  });
  const { payments, timeline } = await detail(id);
  expect(payments).toMatchObject([{ outcome, amount_cents }]);
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'payment_mismatch')).toMatchObject(
    outcome === 'mismatch' ? [{ details: { asked_cents: 5_000 } }] : [],
  );
});
