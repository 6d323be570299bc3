import { expect, test } from 'vitest';
import { digitsOf, dateOf, orderIn, partsOf } from './birth-date-field.tsx';

test.each([
  [{ day: '2', month: '5', year: '1984' }, '1984-05-02'],
  [{ day: '12', month: '05', year: '1984' }, '1984-05-12'],
  [{ day: '12', month: '', year: '1984' }, '1984--12'],
  [{ day: '', month: '', year: '' }, ''],
  [{ day: '31', month: '2', year: '84' }, '84-02-31'],
])('the birth date %j is stored as %s, and shown again in the same fields', (typed, date) => {
  expect(dateOf(typed)).toBe(date);
  expect(dateOf(partsOf(date))).toBe(date);
});

test('the fields of the birth date have the order in which the reader writes a date', () => {
  expect(orderIn('en')).toEqual(['day', 'month', 'year']);
  expect(orderIn('fr')).toEqual(['day', 'month', 'year']);
  expect(orderIn('ar')).toEqual(['day', 'month', 'year']);
  expect(orderIn('ja')).toEqual(['year', 'month', 'day']);
});

test('a part of the date may be typed with Arabic or full-width digits', () => {
  expect(digitsOf('١٢', 'day')).toBe('12');
  expect(digitsOf('１９８４年', 'year')).toBe('1984');
  expect(digitsOf('19845', 'year')).toBe('1984');
});
