import { expect, test } from 'vitest';
import { missingOnQuote, payableFrom, type QuoteTerms } from './quote.ts';

const whole: QuoteTerms = {
  act: 'Botox',
  registration: 'RPPS 1',
  insurance: 'MACSF 7',
  products: '50 units',
  vat_permille: 0,
  created_at: new Date('2026-11-20T09:00:00Z'),
  scheduled_at: new Date('2026-12-05T09:00:00Z'),
  reflection_days: 15,
};

test.each<[string, Partial<QuoteTerms>, string[]]>([
  ['nothing', {}, []],
  ['the registration', { registration: ' ' }, ['registration']],
  ['the insurance', { insurance: ' ' }, ['insurance']],
  ['the products', { products: ' ' }, ['products']],
  ['the products of a laser', { products: '', act: 'Laser' }, []],
  ['the products of a consultation', { products: '', act: 'Consultation' }, []],
  ['the tax', { vat_permille: null }, ['vat']],
  ['a second of reflection', { scheduled_at: new Date('2026-12-05T08:59:59Z') }, ['date']],
  ['a date', { scheduled_at: null }, []],
  [
    'everything',
    {
      registration: '',
      insurance: '',
      products: '',
      vat_permille: null,
      scheduled_at: new Date('2026-11-21T09:00:00Z'),
    },
    ['registration', 'insurance', 'products', 'vat', 'date'],
  ],
])('the missing parts are found on a quote that lacks %s', (_what, without, missing) => {
  expect(missingOnQuote({ ...whole, ...without })).toEqual(missing);
});

test('a quote can be paid after the days of the reflection period, counted from the time of the quote', () => {
  expect(payableFrom(whole)).toEqual(new Date('2026-12-05T09:00:00Z'));
  expect(payableFrom({ ...whole, reflection_days: 0 })).toEqual(whole.created_at);
});
