import { expect, test } from 'vitest';
import { isNumberWrong, numberKindOf } from './registration.ts';

const isWrong = (registration_body: string, registration_number: string) =>
  isNumberWrong({ registration_body, registration_number });

test('the name of the body decides the kind of number', () => {
  const kind = (registration_body: string) => numberKindOf({ registration_body });
  expect(kind('Ordre des médecins (RPPS)')).toBe('rpps');
  expect(kind('adeli')).toBe('adeli');
  expect(kind('GMC')).toBeNull();
});

test('an RPPS number has eleven digits, and its check digit must be valid', () => {
  expect(isWrong('RPPS', '10000000009')).toBe(false);
  expect(isWrong('RPPS', '1000 000 0009')).toBe(false);
  for (let digit = 0; digit < 9; digit++) expect(isWrong('RPPS', `1000000000${digit}`)).toBe(true);
  // Two neighbouring digits of a valid number are swapped.
  expect(isWrong('RPPS', '01000000009')).toBe(true);
  expect(isWrong('RPPS', '1000000009')).toBe(true);
  expect(isWrong('RPPS', '1000000000A')).toBe(true);
});

test('an ADELI number has nine characters, and begins with 2A or 2B in Corsica', () => {
  expect(isWrong('ADELI', '751234568')).toBe(false);
  expect(isWrong('ADELI', '751234564')).toBe(true);
  expect(isWrong('ADELI', '2A1234567')).toBe(false);
  expect(isWrong('ADELI', '2C1234567')).toBe(true);
});

test('numbers of other bodies are not checked', () => {
  expect(isWrong('GMC', '7')).toBe(false);
});
