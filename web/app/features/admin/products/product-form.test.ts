import { expect, test } from 'vitest';
import { emptyForm, faultsOf, formOf, inputOf } from './product-form.ts';

const whole = {
  ...emptyForm,
  name_en: 'Cream',
  name_fr: 'Crème',
  description_en: 'Calms.',
  description_fr: 'Apaise.',
  price: '24,50',
  for_scores: ['pores' as const],
};

test('all missing fields of an empty product form are reported at once', () => {
  expect(faultsOf(emptyForm)).toEqual(['name_en', 'name_fr', 'description_en', 'description_fr', 'price', 'reasons']);
  expect(faultsOf(whole)).toEqual([]);
});

test.each([['abc'], ['-3'], ['10000.01'], ['1.234']])('the product form refuses %s as a price', (price) => {
  expect(faultsOf({ ...whole, price })).toEqual(['price']);
});

test.each([['99999'], ['-1'], ['']])('the product form refuses "%s" as a position', (position) => {
  expect(faultsOf({ ...whole, position })).toEqual(['position']);
});

test('a product that was typed and sent fills the form with the same values', () => {
  const input = inputOf(whole, undefined);
  expect(input).toMatchObject({ price_cents: 2450, position: 10, version: 0 });
  const product = { ...input, id: 'p', version: 3, updated_at: '2026-11-01T10:00:00.000Z' };
  expect(formOf(product)).toEqual({ ...whole, price: '24.50' });
  expect(inputOf(formOf(product), product)).toMatchObject({ id: 'p', version: 3, price_cents: 2450 });
});
