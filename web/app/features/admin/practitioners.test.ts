import { expect, test } from 'vitest';
import type { Practitioner } from '#contract/identity.ts';
import { documentOf, filterOf, matching, outcomeIn, waitingCount } from './practitioners.ts';

const doctor = (name: string, is_verified: boolean): Practitioner => ({
  user_id: crypto.randomUUID(),
  name,
  email: `${name.split(' ').at(-1)}@example.org`,
  profession: 'doctor',
  speciality: 'Dermatology',
  registration_number: '10003456789',
  registration_body: 'Ordre national des médecins',
  is_verified,
  verified_at: null,
  has_second_factor: true,
  is_number_wrong: false,
  is_looked_up: false,
  last_check: null,
});

const rows = [doctor('Dr Hélène Vasseur', true), doctor('Dr Marc Lenoir', false)];

test('a search for practitioners finds words in any field and ignores accents', () => {
  expect(matching(rows, 'all', 'helene ordre')).toEqual([rows[0]]);
  expect(matching(rows, 'all', 'lenoir 1000')).toEqual([rows[1]]);
  expect(matching(rows, 'all', 'nobody')).toEqual([]);
});

test('the filter `waiting` shows unverified practitioners, and an unknown filter shows all', () => {
  expect(matching(rows, 'waiting', '')).toEqual([rows[1]]);
  expect(matching(rows, filterOf('x'), '')).toEqual(rows);
  expect(waitingCount(rows)).toBe(1);
});

test('a seen document is sent only if both its name and the person who saw it are given', () => {
  expect(documentOf({ document: ' card ', seen_by: 'Ada' })).toEqual({ document: 'card', seen_by: 'Ada' });
  expect(documentOf({ document: 'card', seen_by: ' ' })).toBeNull();
  expect(documentOf({ document: '', seen_by: 'Ada' })).toBeNull();
});

test('the register’s answer is read from the refusal of a verification, and from no other refusal', () => {
  expect(outcomeIn({ code: 'REGISTRATION_NOT_CONFIRMED', data: { outcome: 'absent' } })).toBe('absent');
  expect(outcomeIn({ code: 'NOT_FOUND', data: undefined })).toBeUndefined();
  expect(outcomeIn(undefined)).toBeUndefined();
});
