import { expect, test } from 'vitest';
import type { Practitioner } from '#contract/identity.ts';
import { filterOf, matching, waitingCount } from './practitioners.ts';

const doctor = (name: string, is_verified: boolean): Practitioner => ({
  user_id: crypto.randomUUID(),
  name,
  email: `${name.split(' ').at(-1)}@example.org`,
  speciality: 'Dermatology',
  registration_number: '10003456789',
  registration_body: 'Ordre national des médecins',
  is_verified,
  verified_at: null,
  has_second_factor: true,
});

const rows = [doctor('Dr Hélène Vasseur', true), doctor('Dr Marc Lenoir', false)];

test('a search finds words anywhere, without accents', () => {
  expect(matching(rows, 'all', 'helene ordre')).toEqual([rows[0]]);
  expect(matching(rows, 'all', 'lenoir 1000')).toEqual([rows[1]]);
  expect(matching(rows, 'all', 'nobody')).toEqual([]);
});

test('the filter in the address shows those who wait, and an unknown one shows all', () => {
  expect(matching(rows, 'waiting', '')).toEqual([rows[1]]);
  expect(matching(rows, filterOf('x'), '')).toEqual(rows);
  expect(waitingCount(rows)).toBe(1);
});
