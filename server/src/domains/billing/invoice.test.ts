import { beforeEach, expect, test } from 'vitest';
import type { Seller } from '#contract/site.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { withdraw } from './withdraw.ts';
import { paperOf } from './invoice-paper.ts';
import type { InvoiceRow } from './invoices.queries.ts';
import { startCheckout } from './start-checkout.ts';
import { vatIn } from './vat.ts';

let world: World;
let patient: SignedIn;

beforeEach(async () => {
  world = await aWorld();
  patient = await world.patient();
});

const company: Seller = {
  name: 'Clinique Beauregard',
  legal_form: 'SAS, capital €50,000',
  street: '4 rue de la Paix',
  postal_code: '75002',
  city: 'Paris',
  country: 'France',
  registration: 'RCS Paris 812 345 678',
  vat_id: 'FR12 812345678',
  vat_percent: 20,
  vat_note: '',
};

async function join(): Promise<void> {
  const order = { sku: 'elite_monthly', type: 'subscription', cycle: 'monthly', amount: 1, currency: 'eur' } as const;
  const { url } = await startCheckout(world, patient, { ...order, region: 'Global' });
  await world.pay(url);
}

const publish = async (content: Seller, over: object = {}) =>
  world.browserOf(await world.admin()).post('/rpc/admin_save_site_block', {
    region: 'global',
    language: 'en',
    content: { block: 'seller', content },
    is_shown: true,
    reason: '',
    is_confirmed: true,
    publish: true,
    newest_id: null,
    ...over,
  });

const invoices = (): Promise<InvoiceRow[]> =>
  withSystem(world.system, (tx) => tx.selectFrom('invoices').selectAll().orderBy('number').execute());

/** Returns everything that is printed on an invoice, as one text. */
const printed = (invoice: InvoiceRow | undefined): string =>
  invoice ? JSON.stringify(paperOf(invoice).blocks) : 'no invoice';

test('net amount and tax add up to the price, also on a credit note', () => {
  expect(vatIn(29_000, 20)).toEqual({ net_cents: 24_167, vat_cents: 4_833 });
  expect(vatIn(-29_000, 20)).toEqual({ net_cents: -24_167, vat_cents: -4_833 });
  expect(vatIn(14_300, 0)).toEqual({ net_cents: 14_300, vat_cents: 0 });
});

/** Each row has a price, the rate in percent, the net amount and the tax. An accountant checks these rows. */
const halves: readonly (readonly [price: number, rate: number, net: number, vat: number])[] = [
  [3, 20, 3, 0],
  [-3, 20, -3, 0],
  [7_329, 20, 6_108, 1_221],
  [-7_329, 20, -6_108, -1_221],
  [14_460, 20, 12_050, 2_410],
  [-14_460, 20, -12_050, -2_410],
  [0, 20, 0, 0],
];

test('a full credit note has the net amount and the tax of its invoice, also when half a cent is rounded', () => {
  for (const [price, rate, net_cents, vat_cents] of halves)
    expect([price, vatIn(price, rate)]).toEqual([price, { net_cents, vat_cents }]);
});

test('until a company is confirmed, an invoice shows the sample company and labels it as a sample', async () => {
  await join();
  const [invoice] = await invoices();
  expect(invoice?.seller).toMatchObject({ registration: 'RCS Paris 000 000 000', is_confirmed: false });
  expect(printed(invoice)).toContain('not a valid invoice');
});

test('an invoice shows the tax and the issuer as of its day, and its credit note has the same issuer', async () => {
  expect((await publish(company)).status).toBe(200);
  await join();
  const [first] = await invoices();
  for (const words of ['Clinique Beauregard', 'RCS Paris 812 345 678', 'FR12 812345678', 'VAT at 20%', '€48.33'])
    expect(printed(first)).toContain(words);
  expect(printed(first)).not.toContain('not a valid invoice');

  const moved = { ...company, name: 'Beauregard Europe', vat_percent: 0, vat_note: 'VAT not applicable, article 261' };
  const newest = await world.db.selectFrom('site_versions').select('id').executeTakeFirstOrThrow();
  expect((await publish(moved, { newest_id: newest.id })).status).toBe(200);
  await withdraw(world, patient.userId);
  await world.outbox.drain();
  const [before, credit] = await invoices();
  expect([before?.seller?.name, credit?.seller?.name]).toEqual(['Clinique Beauregard', 'Clinique Beauregard']);
  expect(printed(credit)).toContain('-€48.33');

  patient = await world.patient();
  await join();
  const [, , next] = await invoices();
  expect(printed(next)).toContain('VAT not applicable, article 261');
  expect(printed(next)).not.toContain('VAT at');
});

test('the seller can be published only for all regions, and cannot be hidden', async () => {
  expect((await publish(company, { region: 'FR' })).status).toBe(400);
  expect((await publish(company, { is_shown: false, reason: 'no reason' })).status).toBe(400);
});
