import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { post } from '#server/platform/ledger/post.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import { anOffered, aPaid, aRequested, paymentOf } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { exportFigures } from './figures.ts';
import { sumMoney, sumSteps } from './figures.queries.ts';
import { refundPayment } from './refunds.ts';
import { setStatus } from './set-status.ts';
import { undoStatus } from './undo-status.ts';
import { answerPatient } from './exchange-messages.ts';

let world: World;
let admin: SignedIn;
beforeEach(async () => {
  world = await aWorld();
  admin = await world.admin();
});
const always = { from: '2000-01-01', to: '2099-12-31' };

/** Makes a paid appointment of 420 €. The practitioner gets 340 €. */
async function aSale() {
  const patient = await world.patient();
  const id = await aPaid(world, { patient, admin }, { allow_double_booking: true });
  return { id, payment_id: await paymentOf(world, patient, id) };
}

async function loseDispute(payment_id: string) {
  const dispute = { id: 'dp_1', payment_id, reason: 'fraudulent', amount_cents: 42_000, currency: 'eur' };
  for (const [status, funds] of [
    ['needs_response', 'withdrawn'],
    ['lost', null],
  ] as const) {
    const said = {
      kind: 'disputed' as const,
      dispute: { ...dispute, status, evidence_due_at: null, opened_at: world.clock.now() },
      funds,
    };
    await withSystem(world.system, (tx) => applyNotice(world, tx, { id: randomUUID(), at: world.clock.now(), said }));
    await world.outbox.drain();
  }
}

test('the figures show the money of a treatment by currency, a half refund, a lost dispute and a fee', async () => {
  const refunded = await aSale();
  const order = { amount_cents: 21_000, reason: 'goodwill', idempotency_key: randomUUID() };
  await refundPayment(world, admin, { appointment_id: refunded.id, payment_id: refunded.payment_id, ...order });
  await world.outbox.drain();
  const disputed = await aSale();
  await loseDispute(disputed.payment_id);
  const at = world.clock.now();
  const entry = { at, service: 'Botox', vat_permille: 200 };
  await withSystem(world.system, async (tx) => {
    await post(tx, {
      ...entry,
      key: 'fee:1',
      kind: 'fee',
      journal: 'BQ',
      payment_id: disputed.payment_id,
      document: 'txn_1',
      postings: [
        { account: 'fees', amount_cents: 1500, currency: 'eur' },
        { account: 'provider', amount_cents: -1500, currency: 'eur' },
      ],
    });
    await post(tx, {
      ...entry,
      key: 'sale:pi_aed',
      kind: 'sale',
      journal: 'VE',
      payment_id: 'pi_aed',
      document: 'A-1',
      postings: [
        { account: 'clients', amount_cents: 100_000, currency: 'aed' },
        { account: 'practitioners', amount_cents: -80_000, currency: 'aed', party: randomUUID() },
        { account: 'services', amount_cents: -16_667, currency: 'aed' },
        { account: 'vat', amount_cents: -3333, currency: 'aed' },
      ],
    });
  });
  const rows = (by: 'treatment' | 'city') =>
    withSystem(world.system, async (tx) =>
      (await sumMoney(tx, always, by)).map((row) => Object.values({ ...row, patients: row.patients.length })),
    );
  // Each row has the name of the group, the currency, the number of patients, and six sums in cents. The sums are
  // revenue, practitioners' share, tax, fees, losses by disputes, and margin. In the rows in euros, the revenue is 210
  // + 420 €, the share 170 + 340 €, and the tax 6.67 + 13.33 €.
  const aed = ['aed', 1, 100_000, 80_000, 3333, 0, 0, 16_667];
  const eur = ['eur', 2, 63_000, 51_000, 2000, 1500, 42_000, -33_500];
  expect(await rows('treatment')).toEqual([
    ['Botox', ...aed],
    ['Botox', ...eur],
  ]);
  expect(await rows('city')).toEqual([
    [null, ...aed],
    ['Paris', ...eur],
  ]);
  const before = { from: '2000-01-01', to: '2000-01-31' };
  expect(await withSystem(world.system, (tx) => sumMoney(tx, before, 'month'))).toEqual([]);
});

const sum = (period: typeof always) => withSystem(world.system, (tx) => sumSteps(tx, period));

test('several payments of one patient count as one patient', async () => {
  const patient = await world.patient();
  for (let time = 0; time < 5; time++) await aPaid(world, { patient, admin }, { allow_double_booking: true });
  const rows = await withSystem(world.system, (tx) => sumMoney(tx, always, 'treatment'));
  expect(rows.map(({ patients, revenue_cents }) => [patients.length, revenue_cents])).toEqual([[1, 210_000]]);
  const browser = world.browserOf(admin);
  const { json } = await browser.post('/rpc/admin_get_figures', { ...always, by: 'treatment' });
  expect(json.money).toEqual([{ name: 'Botox', currency: 'eur', sums: null, withheld: 'few' }]);
});

test('the figures count the requests of a period by the steps that they reached', async () => {
  await aSale();
  const steps = { asked: 1, answered: 1, offered: 1, paid: 1, done: 0, waiting: 0, median_s: 0, p90_s: 0 };
  expect(await sum(always)).toEqual(steps);
  const none = { asked: 0, answered: 0, offered: 0, paid: 0, done: 0, waiting: 0, median_s: null, p90_s: null };
  expect(await sum({ from: '2000-01-01', to: '2000-01-31' })).toEqual(none);
});

test('a message counts as an answer, a request without an answer waits, and an undone visit no longer counts', async () => {
  await aRequested(world, { patient: await world.patient() });
  const asked = await aRequested(world, { patient: await world.patient() });
  const { id } = await aSale();
  world.clock.advance(7_200_000);
  await answerPatient(world, admin, {
    appointment_id: asked,
    body: 'Which week suits you?',
    idempotency_key: randomUUID(),
  });
  const { change_id } = await setStatus(world, admin, { appointment_ids: [id], status: 'done', reason: '' });
  const steps = { asked: 3, answered: 2, offered: 1, paid: 1, done: 1, waiting: 1, median_s: 3600, p90_s: 6480 };
  expect(await sum(always)).toEqual(steps);
  await undoStatus(world, admin, change_id ?? '');
  expect(await sum(always)).toEqual({ ...steps, done: 0 });
});

test('each request counts separately: unanswered, answered, offered but not paid, paid', async () => {
  const others = [];
  for (let time = 0; time < 4; time++) others.push(await aRequested(world, { patient: await world.patient() }));
  await answerPatient(world, admin, {
    appointment_id: others[0] ?? '',
    body: 'Which week suits you?',
    idempotency_key: randomUUID(),
  });
  await anOffered(world, { patient: await world.patient(), admin });
  await aSale();
  expect(await sum(always)).toMatchObject({ asked: 6, answered: 3, offered: 2, paid: 1, done: 0, waiting: 3 });
});

test('midnight in Paris belongs to the day that begins', async () => {
  world.clock.set(new Date('2026-11-20T23:00:00Z'));
  await aRequested(world, { patient: await world.patient() });
  const of = async (day: string) => (await sum({ from: day, to: day })).asked;
  expect([await of('2026-11-20'), await of('2026-11-21')]).toEqual([0, 1]);
});

test('a period ends at midnight in Paris', async () => {
  // The first request is made at 23:30 in Paris on 20 November, and the next one at 00:30.
  world.clock.set(new Date('2026-11-20T22:30:00Z'));
  await aRequested(world, { patient: await world.patient() });
  world.clock.advance(3_600_000);
  await aRequested(world, { patient: await world.patient() });
  const of = async (day: string) => (await sum({ from: day, to: day })).asked;
  expect([await of('2026-11-20'), await of('2026-11-21'), await of('2026-11-22')]).toEqual([1, 1, 0]);
});

test('the exported figures have one line for each sum, and the export is recorded', async () => {
  const asked = { from: '2026-11-01', to: '2026-11-30', by: 'provider' } as const;
  for (let sale = 0; sale < 4; sale++) await aSale();
  const few = (await (await exportFigures(world, admin, asked)).text()).trim().split('\r\n');
  expect(few).toHaveLength(1 + 8 + 1);
  expect(few.at(-1)).toBe('provider,Dr Hélène Vasseur,eur,fewer_than_5,');
  await aSale();
  const file = await exportFigures(world, admin, asked);
  expect(file.name).toBe('figures-2026-11-01-2026-11-30.csv');
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(1 + 8 + 6);
  expect(lines).toContain('steps,,,asked,5');
  expect(lines).toContain('provider,Dr Hélène Vasseur,eur,revenue_cents,210000');
  const { rows } = await sql<{
    details: object;
  }>`select details from audit_log where action = 'ledger.exported'`.execute(world.db);
  expect(rows).toEqual([{ details: asked }, { details: asked }]);
});
