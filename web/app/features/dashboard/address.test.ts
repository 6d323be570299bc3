import { expect, test } from 'vitest';
import { caseAddress, retakeAddress } from './address.ts';

test('the camera returns to the dashboard in the same language', () => {
  expect(retakeAddress('en')).toBe('/unlock?openCamera=1&mode=retake&return=/dashboard');
  expect(retakeAddress('fr')).toBe('/fr/unlock?openCamera=1&mode=retake&return=/fr/dashboard');
});

test('the address contains the id of an earlier case, but not of the newest case', () => {
  expect(caseAddress('fr', 'a')).toBe('/fr/dashboard?case=a');
  expect(caseAddress('en')).toBe('/dashboard');
});
