import { expect, test } from 'vitest';
import { productNames, treatmentNames } from '#engine/clinical.ts';
import { recentTreatments } from './recent-treatments.ts';

const today = '2026-11-25';
/** Returns a visit with these products. Each product has one injection point. */
const visit = (treated_on: string, ...used: readonly string[]) => ({
  treated_on,
  products: used.map((product) => ({
    product,
    name: '',
    manufacturer: '',
    lot: null,
    expires_on: null,
    gtin: null,
    serial: null,
  })),
  points: used.map((_, product) => point('other', product)),
});
const point = (treatment: string, product: number | null) => ({
  treatment,
  product,
  side: null,
  amount: null,
  unit: null,
  instrument: null,
  events: [],
});

test.each([
  ['2026-11-26', []],
  ['2026-11-25', [{ kind: 'filler', days: 0 }]],
  ['2026-11-21', [{ kind: 'filler', days: 4 }]],
  ['2026-09-26', [{ kind: 'filler', days: 60 }]],
  ['2026-09-25', []],
])('a filler that was injected on %s counts as recent only for sixty days, and not in the future', (day, found) => {
  expect(recentTreatments([visit(day, 'ha_medium')], [], today)).toEqual(found);
});

test('each kind of recent treatment is listed once, with its latest visit, and the latest kind comes first', () => {
  const visits = [
    visit('2026-11-10', 'botulinum_toxin_a', 'ha_medium'),
    visit('2026-11-21', 'vascular_laser', 'fractional_laser', 'botulinum_toxin_a'),
  ];
  expect(recentTreatments(visits, [], today)).toEqual([
    { kind: 'toxin', days: 4 },
    { kind: 'laser', days: 4 },
    { kind: 'filler', days: 15 },
  ]);
});

test('recent treatments without a product are listed by their name, except skincare and unnamed treatments', () => {
  const points = ['thread_lift', 'skincare', 'other'].map((treatment) => point(treatment, null));
  expect(recentTreatments([{ treated_on: today, products: [], points }], [], today)).toEqual([
    { kind: 'thread_lift', days: 0 },
  ]);
});

test('every product and every treatment of the clinical dataset belongs to a kind of treatment', () => {
  for (const name of productNames)
    expect([name, recentTreatments([visit(today, name)], [], today)]).toEqual([name, [expect.anything()]]);
  for (const name of treatmentNames) {
    const record = { ...visit(today, 'other'), points: [point(name, 0)] };
    expect([name, recentTreatments([record], [], today)]).toEqual([name, [expect.anything()]]);
  }
});

test('an appointment is listed as soon as it is done, with the date in its own time zone', () => {
  const appointment = {
    requested_treatment: 'Peeling',
    scheduled_at: '2026-11-21T23:30:00Z',
    timezone: 'Europe/Paris',
    status_canonical: 'done',
  } as const;
  expect(recentTreatments([], [appointment], today)).toEqual([{ kind: 'peel', days: 3 }]);
  for (const other of [
    { status_canonical: 'confirmed' },
    { scheduled_at: null },
    { requested_treatment: 'VIP event' },
  ] as const)
    expect(recentTreatments([], [{ ...appointment, ...other }], today)).toEqual([]);
});
