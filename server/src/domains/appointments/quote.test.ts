import { expect, test } from 'vitest';
import { refundByRule } from '#contract/cancellation.ts';
import type { Appointment, Offer } from './appointments.queries.ts';
import { quotePaper } from './quote.ts';

const row = {
  number: 'A-1001',
  patient_full_name: 'Nadia Verne',
  requested_treatment: 'Botox',
} as unknown as Appointment;

const anOffer = (created_at: string, terms: Partial<Offer> = {}) =>
  ({
    provider_name: 'Dr Hélène Vasseur',
    provider_registration: 'RPPS 10000000001',
    provider_address: '12 rue de Lille, 75007 Paris',
    provider_phone: '',
    provider_seller: '',
    provider_insurance: '',
    products: '',
    quote_number: null,
    quote_version: null,
    vat_permille: null,
    reflection_days: 0,
    timezone: 'Europe/Paris',
    currency: 'EUR',
    patient_price_cents: 42_000,
    created_at: new Date(created_at),
    expires_at: new Date('2026-11-22T09:00:00Z'),
    scheduled_at: new Date('2026-12-03T13:30:00Z'),
    ...terms,
  }) as unknown as Offer;

test.each([
  [
    'en',
    '2026-11-20T09:00:00Z',
    'You can cancel free of charge until Tuesday, 1 December 2026 at 14:30, Paris time. If you cancel by then, we refund everything you paid. If you cancel later, our team decides about the refund.',
    'If the practitioner or Flaira cancels, we refund everything you paid.',
  ],
  [
    'fr',
    '2026-11-20T09:00:00Z',
    'Vous pouvez annuler sans frais jusqu’au mardi 1er décembre 2026 à 14:30, heure de Paris. La somme payée vous est alors remboursée en entier. Si vous annulez plus tard, notre équipe décide du remboursement.',
    'Si le praticien ou Flaira annule, la somme payée vous est remboursée en entier.',
  ],
  [
    'en',
    '2026-12-01T13:30:00Z',
    'The appointment is at short notice: if you cancel, our team decides about the refund.',
    'If the practitioner or Flaira cancels, we refund everything you paid.',
  ],
] as const)('the quote in %s, made %s, states the terms of cancellation', (language, made, patient, us) => {
  expect(quotePaper(row, anOffer(made), language).sentences.slice(-2)).toEqual([patient, us]);
});

test('the last moment that the quote names is the last moment with a full refund', () => {
  const { scheduled_at } = anOffer('2026-11-20T09:00:00Z');
  const booking = { scheduled_at, left_cents: 42_000 };
  expect(refundByRule('patient', booking, new Date('2026-12-01T13:30:00Z'))).toBe(42_000);
  expect(refundByRule('patient', booking, new Date('2026-12-01T13:30:00.001Z'))).toBeNull();
});

const withDeposit = { deposit_cents: 5_000, free_until_hours: 24 };

test.each([
  [
    'en',
    '2026-11-20T09:00:00Z',
    ['Deposit, paid online: €50', 'Rest, paid at the clinic: €370'],
    'You can cancel free of charge until Wednesday, 2 December 2026 at 14:30, Paris time. If you cancel by then, we refund everything you paid. If you cancel later, the deposit stays with the clinic.',
  ],
  [
    'fr',
    '2026-11-20T09:00:00Z',
    ['Acompte, payé en ligne: 50\u00a0€', 'Solde, payé à la clinique: 370\u00a0€'],
    'Vous pouvez annuler sans frais jusqu’au mercredi 2 décembre 2026 à 14:30, heure de Paris. La somme payée vous est alors remboursée en entier. Si vous annulez plus tard, l’acompte reste à la clinique.',
  ],
  [
    'en',
    '2026-12-02T13:30:00Z',
    ['Deposit, paid online: €50', 'Rest, paid at the clinic: €370'],
    'The appointment is at short notice: if you cancel, the deposit stays with the clinic.',
  ],
] as const)(
  'the quote in %s, made %s, states the deposit, the rest and the amount that the clinic keeps',
  (language, made, sums, terms) => {
    const { lines, total, sentences } = quotePaper(row, anOffer(made, withDeposit), language);
    expect(lines.slice(-2).map((line) => line.join(': '))).toEqual(sums);
    expect(total[1]).toBe(language === 'fr' ? '420\u00a0€' : '€420');
    expect(sentences.at(-2)).toBe(terms);
  },
);

test('a deposit of the whole price leaves no rest, and a quote without a deposit names no deposit', () => {
  const labels = (terms: Partial<Offer>) =>
    quotePaper(row, anOffer('2026-11-20T09:00:00Z', terms), 'en').lines.map(([label]) => label);
  expect(labels({ deposit_cents: 42_000 }).at(-1)).toBe('Deposit, paid online');
  expect(labels({ deposit_cents: null }).at(-1)).toBe('Date');
});
