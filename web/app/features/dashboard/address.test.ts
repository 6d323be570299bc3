import { expect, test } from 'vitest';
import { caseAddress, retakeAddress } from './address.ts';

test('the link to retake photos returns to the dashboard in the same language', () => {
  expect(retakeAddress('en')).toBe('/unlock?openCamera=1&mode=retake&return=/dashboard');
  expect(retakeAddress('fr')).toBe('/fr/unlock?openCamera=1&mode=retake&return=/fr/dashboard');
});

test('the address of an earlier case contains its id, and that of the newest case does not', () => {
  expect(caseAddress('fr', 'a')).toBe('/fr/dashboard?case=a');
  expect(caseAddress('en')).toBe('/dashboard');
});
