import { expect, test } from 'vitest';
import { emptyService, type ServiceForm, serviceFaults, serviceFormOf, serviceInput } from './service-form.ts';

const filled: ServiceForm = { ...emptyService, name_en: 'Laser', name_fr: 'Laser', price: '120', deposit: '30,50' };

test('a service of a clinic that was not edited in its form is sent unchanged', () => {
  const service = { id: 'x', version: 'v', ...serviceInput(filled), practitioner_ids: ['p'], room_ids: ['r'] };
  const { id: _id, version: _version, ...fields } = service;
  expect(serviceInput(serviceFormOf(service))).toEqual(fields);
});

test('typed amounts become cents, and an empty price is sent as no price', () => {
  expect(serviceInput(filled)).toMatchObject({ price_cents: 12_000, deposit_cents: 3050, minutes: 30 });
  expect(serviceInput({ ...filled, price: '', deposit: '' })).toMatchObject({ price_cents: null, deposit_cents: null });
});

test('a service by video is sent without rooms', () => {
  expect(serviceInput({ ...filled, is_video: true, room_ids: ['r'] }).room_ids).toEqual([]);
});

test.each([
  [{}, []],
  [{ name_en: ' ', name_fr: '' }, ['name_en', 'name_fr']],
  [{ minutes: '4' }, ['minutes']],
  [{ minutes: '481' }, ['minutes']],
  [{ buffer_after: '121', days_ahead: '0' }, ['buffer_after', 'days_ahead']],
  [{ lead_hours: '1.5' }, ['lead_hours']],
  [{ free_until_hours: '' }, ['free_until_hours']],
  [{ price: 'much' }, ['price', 'deposit_high']],
  [{ price: '0', deposit: '' }, ['price']],
  [{ price: '', deposit: '', is_direct: true }, ['price_needed']],
  [{ price: '', deposit: '10' }, ['deposit_high']],
  [{ deposit: '120.01' }, ['deposit_high']],
  [{ deposit: 'some' }, ['deposit']],
] as const)('the form of a service with %j has the faults %j', (change, faults) => {
  expect(serviceFaults({ ...filled, ...change })).toEqual(faults);
});
