import { expect, test } from 'vitest';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { daysOf } from '#web/lib/calendar.ts';
import { emptyOffer, faultsOf, missingIn, readOffer } from './offer-form.ts';
import { overlaps, type Place, slotsByDay, weekIn, withTime, withoutTime } from './offer-times.ts';

const row = { provider_id: 'old', provider_name: 'Dr Before', provider_address: 'Nice' } as unknown as AdminAppointment;
const form = emptyOffer(row);
const place: Place = {
  site: {
    id: 'site',
    provider_id: null,
    name: 'Lilas Dubai',
    address: '2 Al Wasl Road',
    phone: '+971 4',
    timezone: 'Asia/Dubai',
  },
  service: { id: 'service', price_cents: 35_000, currency: 'AED' },
  provider: undefined,
};
const at = (starts_at: string, practitioner_id = 'a') => ({
  service_id: 'service',
  site_id: 'site',
  practitioner_id,
  starts_at,
  practitioner_name: 'Dr A',
});
const [early, late] = ['2026-12-01T08:00:00.000Z', '2026-12-02T08:00:00.000Z'];

test('a picked time fills in provider, time zone and price, and replaces values of an earlier offer', () => {
  expect(withTime(form, row, at(early), place)).toMatchObject({
    provider_id: null,
    provider_name: 'Lilas Dubai',
    provider_address: '2 Al Wasl Road',
    provider_phone: '+971 4',
    timezone: 'Asia/Dubai',
    patient_price: '350.00',
    currency: 'AED',
  });
  const onQuote = { ...place, service: { ...place.service, price_cents: null } };
  expect(withTime(form, row, at(early), onQuote)).toMatchObject({ patient_price: '', currency: 'EUR' });
});

test('if the place belongs to a listed provider, the provider’s name and data for the quote are filled in', () => {
  const provider = { name: 'Clinique des Lilas', address: '', phone: '+33 1', registration: 'R1', insurance: 'I1' };
  const listed = { ...place, site: { ...place.site, provider_id: 'p' }, provider } as unknown as Place;
  expect(withTime(form, row, at(early), listed)).toMatchObject({
    provider_id: 'p',
    provider_name: 'Clinique des Lilas',
    provider_address: '2 Al Wasl Road',
    provider_phone: '+33 1',
    provider_registration: 'R1',
    provider_insurance: 'I1',
  });
});

test('a picked time replaces no typed values, but those that an earlier picked time had filled in', () => {
  const typed = {
    ...form,
    provider_name: 'Dr Typed',
    provider_id: null,
    patient_price: '420',
    currency: 'EUR',
  } as const;
  expect(withTime(typed, row, at(early), place)).toMatchObject({
    provider_name: 'Dr Typed',
    provider_address: 'Nice',
    patient_price: '420',
    currency: 'EUR',
  });
  const first = { ...withTime(form, row, at(early), place), provider_phone: '+971 5', times: [] };
  const other = { ...place, site: { ...place.site, name: 'Lilas Paris', address: '1 rue', phone: '+33' } };
  expect(withTime(first, row, at(late), other)).toMatchObject({
    provider_name: 'Lilas Paris',
    provider_address: '1 rue',
    provider_phone: '+971 5',
  });
});

test('picked times are sent in order, each start only once, and the earliest time is the date of the offer', () => {
  const picked = [at(late), at(early), at(late, 'b')].reduce((so, time) => withTime(so, row, time, place), form);
  expect(picked.times.map(({ starts_at, practitioner_id }) => [starts_at, practitioner_id])).toEqual([
    [early, 'a'],
    [late, 'b'],
  ]);
  expect(faultsOf(picked)).toEqual([]);
  const sent = readOffer({ ...picked, wall_time: '2027-01-01T10:00' }, 'id', 'key');
  expect(sent).toMatchObject({ scheduled_at: early, timezone: 'Asia/Dubai', allow_outside_hours: false });
  expect(sent.times?.[0]).toEqual({
    service_id: 'service',
    site_id: 'site',
    practitioner_id: 'a',
    starts_at: early,
  });
  const none = { ...picked, times: withoutTime(withoutTime(picked.times, early), late) };
  expect(faultsOf(none)).toEqual(['wall_time']);
  expect(readOffer(none, 'id', 'key')).not.toHaveProperty('times');
});

test('the reflection period is counted up to the earliest picked time', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  const act = { requested_treatment: 'Laser', country_target: 'FR' };
  const known = { registration: '1', insurance: 'MACSF 7' };
  const operation = { ...form, is_operation: true };
  expect(missingIn(withTime(operation, row, at(early), place), act, known, now)).toEqual(['date']);
  const later = withTime(operation, row, at('2026-12-20T08:00:00.000Z'), place);
  expect(missingIn(later, act, known, now)).toEqual([]);
});

test('the week in which the clocks go forward is an hour shorter', () => {
  expect(weekIn('Europe/Paris', '2027-03-25')).toEqual({
    from: '2027-03-21T23:00:00.000Z',
    to: '2027-03-28T22:00:00.000Z',
  });
});

test('a slot is listed on its day by the clock of its place, and each start is listed only once', () => {
  const slot = (starts_at: string, practitioner_id: string) => ({ starts_at, site_id: 'site', practitioner_id });
  const slots = [slot('2026-11-30T21:00:00.000Z', 'a'), slot('2026-11-30T21:00:00.000Z', 'b'), slot(early, 'b')];
  const days = daysOf('week', '2026-12-01');
  const week = slotsByDay(slots, days, { zone: 'Asia/Dubai', isBlocked: () => false });
  expect(week.map(({ slots: all }) => all.length)).toEqual([0, 2, 0, 0, 0, 0, 0]);
  expect(week[1]?.slots.map(({ practitioner_id }) => practitioner_id)).toEqual(['a', 'b']);
  const isBlocked = ({ practitioner_id }: { practitioner_id: string }) => practitioner_id === 'a';
  const other = slotsByDay(slots, days, { zone: 'Asia/Dubai', isBlocked });
  expect(other[1]?.slots.map(({ practitioner_id }) => practitioner_id)).toEqual(['b', 'b']);
});

test('a slot that overlaps a picked time of the same practitioner, buffers included, cannot be picked', () => {
  const service = { minutes: 30, buffer_before: 5, buffer_after: 10 };
  const slot = (time: string, practitioner_id = 'a') => ({
    starts_at: `2026-12-01T${time}:00.000Z`,
    site_id: 'site',
    practitioner_id,
  });
  const meets = (...one: Parameters<typeof slot>) => overlaps([at(early)], service, slot(...one));
  expect([meets('07:15'), meets('07:30'), meets('08:00'), meets('08:30'), meets('08:45')]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(meets('08:30', 'b')).toBe(false);
});
