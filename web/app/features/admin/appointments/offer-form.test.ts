import { expect, test } from 'vitest';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { emptyOffer, estimates, faultsOf, missingIn, readOffer, withProvider } from './offer-form.ts';

const row = { provider_id: null, negotiated_price_cents: 34_000 } as unknown as AdminAppointment;
const form = emptyOffer(row);

test('a new offer has the time zone of Paris, the negotiated price in euros, and is open for 48 hours', () => {
  expect(form).toMatchObject({ timezone: 'Europe/Paris', currency: 'EUR', hours: '48', provider_price: '340.00' });
});

test('an offer needs a provider, a moment and a price for the patient', () => {
  expect(faultsOf(form)).toEqual(['provider_name', 'wall_time', 'patient_price']);
  const whole = { ...form, provider_name: 'Dr A', wall_time: '2027-03-28T14:30', patient_price: '420' };
  expect(faultsOf(whole)).toEqual([]);
  expect(faultsOf({ ...whole, patient_price: '0.50' })).toEqual(['patient_price']);
  expect(faultsOf({ ...whole, provider_price: '-3' })).toEqual(['provider_price']);
  expect(readOffer(whole, 'id', 'key')).toMatchObject({
    scheduled_at: '2027-03-28T14:30',
    patient_price_cents: 42_000,
    offer_expires_hours: 48,
  });
  expect(readOffer({ ...whole, instant: '2027-03-28T00:30:00.000Z' }, 'id', 'key').scheduled_at).toBe(
    '2027-03-28T00:30:00.000Z',
  );
});

test('choosing a provider fills the form of the offer, but does not replace a typed price', () => {
  const provider = {
    id: 'p',
    name: 'Dr B',
    address: 'Lyon',
    phone: '+33',
    registration: '1',
    insurance: 'MACSF 7',
    seller: '',
    is_active: true,
    last_price_cents: 30_000,
    last_currency: 'EUR',
    offers: 2,
    version: 'v',
  };
  expect(withProvider(form, provider)).toMatchObject({ provider_name: 'Dr B', provider_price: '340.00' });
  expect(withProvider({ ...form, provider_price: '' }, provider).provider_price).toBe('300.00');
  expect(withProvider({ ...form, provider_price: '', currency: 'AED' }, provider).provider_price).toBe('');
});

test('the missing parts of the quote are listed, without those that the entry of the provider contains', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  const botox = { requested_treatment: 'Botox', country_target: 'FR' };
  const known = { registration: '1', insurance: 'MACSF 7' };
  const typed = { ...form, provider_registration: '1', provider_insurance: 'MACSF 7', products: '50 units' };
  expect(missingIn(form, botox, undefined, now)).toEqual(['registration', 'insurance', 'products']);
  expect(missingIn(form, botox, known, now)).toEqual(['products']);
  expect(missingIn(form, { ...botox, requested_treatment: 'Laser' }, known, now)).toEqual([]);
  expect(missingIn(typed, botox, undefined, now)).toEqual([]);
  const operation = { ...typed, is_operation: true, wall_time: '2026-12-04T14:30' };
  expect(missingIn(operation, botox, undefined, now)).toEqual(['date']);
  expect(missingIn({ ...operation, wall_time: '2026-12-06T14:30' }, botox, undefined, now)).toEqual([]);
  expect(missingIn(operation, { ...botox, country_target: 'DE' }, undefined, now)).toEqual([]);
});

test('an amount is converted into another currency through its amount in euros', () => {
  expect(estimates(10_000, 'EUR')).toContainEqual({ currency: 'USD', cents: 10_500 });
  expect(estimates(10_500, 'USD')).toContainEqual({ currency: 'EUR', cents: 10_000 });
  expect(estimates(10_000, 'EUR')).toHaveLength(4);
});
