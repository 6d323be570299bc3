import { expect, test } from 'vitest';
import { countries, emergencyOf } from '#contract/emergency-numbers.ts';
import { asDialled, countryOfPhone, whereabouts } from './where.ts';

const at = (zone: string, phone: string | null = null, languages: readonly string[] = ['en']) =>
  whereabouts({ zone, phone, languages });

/** This table repeats the numbers on purpose, so that a test fails if someone changes a number by mistake. */
const numbers = [
  ['FR', ['15', '112'], '114', '3114', undefined],
  ['CA', ['911'], undefined, '988', '811'],
  ['US', ['911'], undefined, '988', undefined],
  ['GB', ['999', '112'], undefined, '116 123', '111'],
  ['AE', ['998', '999'], undefined, '800 4673', undefined],
  ['DE', ['112'], undefined, '0800 1110111', '116117'],
  ['CH', ['144', '112'], undefined, '143', undefined],
  ['BE', ['112'], undefined, '1813', undefined],
  ['ES', ['112'], undefined, '024', undefined],
  ['IT', ['112', '118'], undefined, '02 2327 2327', undefined],
  ['JP', ['119'], undefined, undefined, undefined],
  ['KR', ['119'], undefined, '109', undefined],
  ['CN', ['120'], undefined, '12356', undefined],
  ['BR', ['192'], undefined, '188', undefined],
  ['RU', ['103', '112'], undefined, undefined, undefined],
  ['SA', ['997', '911'], undefined, undefined, '937'],
  ['AT', ['144', '112'], undefined, '142', '1450'],
  ['AU', ['000', '112'], undefined, '13 11 14', undefined],
  ['IE', ['112', '999'], undefined, '116 123', undefined],
  ['LU', ['112'], undefined, '45 45 45', undefined],
  ['MC', ['18', '112'], undefined, undefined, undefined],
  ['NL', ['112'], undefined, '113', undefined],
  ['NO', ['113', '112'], undefined, undefined, undefined],
  ['NZ', ['111'], undefined, '1737', undefined],
  ['PT', ['112'], undefined, undefined, '808 24 24 24'],
] as const;

test('this test states the expected emergency numbers of every country', () =>
  expect(numbers.map(([country]) => country).toSorted()).toEqual([...countries].toSorted()));

test.each(numbers)(
  'trust 13: the emergency numbers of %s are the expected ones',
  (country, call, text, distress, advice) => {
    const { dial, trunk, ...found } = { trunk: undefined, ...emergencyOf[country] };
    expect({ text: undefined, distress: undefined, advice: undefined, ...found }).toEqual({
      call,
      text,
      distress,
      advice,
    });
    expect([dial, trunk]).toBeDefined();
  },
);

test('every emergency number consists of digits and spaces', () => {
  for (const country of countries) {
    const { dial, trunk: _, ...numbers } = { trunk: undefined, ...emergencyOf[country] };
    for (const number of Object.values(numbers).flat()) expect(number).toMatch(/^\d[\d ]+$/);
    expect(dial).toMatch(/^\d{1,3}$/);
  }
});

test.each([
  ['Europe/Paris', '+971 501234567', 'FR'],
  ['America/Martinique', null, 'FR'],
  ['America/Toronto', null, 'CA'],
  ['America/New_York', '+33 612345678', 'US'],
  ['America/Indiana/Knox', null, 'US'],
  ['Asia/Dubai', '+33 612345678', 'AE'],
  ['Europe/London', null, 'GB'],
  // The country is not in the table. The numbers of the person's home country would not work there.
  ['Asia/Bangkok', '+33 612345678', undefined],
  ['UTC', '+33 612345678', 'FR'],
  ['UTC', null, undefined],
] as const)('in the time zone %s with the number %s the country is %s', (zone, phone, country) =>
  expect(at(zone, phone)).toBe(country),
);

test('if neither the time zone nor a telephone number shows the country, the browser’s language decides it', () => {
  expect(at('Etc/UTC', null, ['fr', 'fr-CA', 'en-US'])).toBe('CA');
});

test.each([
  ['+33 612345678', 'FR'],
  ['+352 621 123 456', 'LU'],
  ['+1 514 555 0199', 'US'],
  ['0612345678', undefined],
  ['+66 81 234 5678', undefined],
  [null, undefined],
] as const)('the telephone number %s belongs to the country %s', (phone, country) =>
  expect(countryOfPhone(phone)).toBe(country),
);

test.each([
  ['06 12 34 56 78', 'FR', '+33 6 12 34 56 78'],
  ['+33 6 12 34 56 78', 'CA', '+33 6 12 34 56 78'],
  ['0033 612345678', 'US', '+33 612345678'],
  ['(+33) 6 12 34 56 78', 'FR', '+33 6 12 34 56 78'],
  ['(0081) 90 1234 5678', 'FR', '+81 90 1234 5678'],
  ['514 555 0199', 'CA', '+1 514 555 0199'],
  ['02 1234 5678', 'IT', '+39 02 1234 5678'],
  ['07700 900123', 'GB', '+44 7700 900123'],
  ['081 234 5678', undefined, '081 234 5678'],
] as const)('%s typed in %s is dialled as %s', (typed, country, dialled) =>
  expect(asDialled(typed, country)).toBe(dialled),
);
