import { expect, test } from 'vitest';
import * as z from 'zod';
import { emptyDraft } from './draft.ts';
import { toggled } from './options.ts';
import { type Account, accountFaults, answerFaults, bannerFor, firstOpenStep, isEmail } from './rules.ts';

const { answers } = emptyDraft;
/** In Paris, the day is already 21 November. */
const now = new Date('2026-11-20T23:30:00Z');
const account: Account = {
  last_name: 'Martin',
  first_name: 'Claire',
  email: 'claire@example.com',
  country: 'FR',
  number: '6 12 34 56 78',
  birth_date: '1984-05-12',
  password: 'velvet orchid',
  confirm_password: 'velvet orchid',
  consent: true,
  agreement: true,
};

test('steps 1, 2, 3, 4 and 6 need an answer, and step 5 does not', () => {
  const open = [1, 2, 3, 4, 5, 6].filter((step) => Object.keys(answerFaults(step, answers)).length > 0);
  expect(open).toEqual([1, 2, 3, 4, 6]);
  expect(firstOpenStep(answers)).toBe(1);
});

test("an answer 'other' needs a text that is more than spaces", () => {
  expect(answerFaults(4, { ...answers, facial_areas: ['other'], facial_areas_other: '  ' })).toEqual({
    facial_areas_other: 'specify',
  });
  expect(answerFaults(4, { ...answers, facial_areas: ['other'], facial_areas_other: 'hands' })).toEqual({});
  expect(answerFaults(5, { ...answers, avoid_treatments: ['other'] })).toEqual({ avoid_other: 'specify' });
});

test('a fourth main goal is not added', () => {
  expect(toggled('main_goals', ['anti_aging', 'radiance', 'contours'], 'harmonize')).toEqual([
    'anti_aging',
    'radiance',
    'contours',
  ]);
  expect(toggled('main_goals', ['anti_aging', 'radiance', 'contours'], 'radiance')).toEqual(['anti_aging', 'contours']);
});

test('the answers “no” and “prefer no answer” each exclude all other answers', () => {
  expect(toggled('treatments_history', ['cosmetic_surgery'], 'no')).toEqual(['no']);
  expect(toggled('treatments_history', ['prefer_no_answer'], 'cosmetic_surgery')).toEqual(['cosmetic_surgery']);
});

test('a complete account step has no fault', () => {
  expect(accountFaults(account, now)).toEqual({});
});

test('all faults of the account step are reported at once', () => {
  const empty: Account = {
    ...emptyDraft.contact,
    password: '',
    confirm_password: 'x',
    consent: false,
    agreement: false,
  };
  expect(accountFaults(empty, now)).toEqual({
    last_name: 'required',
    first_name: 'required',
    email: 'required',
    phone: 'required',
    birth_date: 'required',
    consent: 'consent',
    agreement: 'agreement',
    password: 'password_length',
    confirm_password: 'password_match',
  });
});

test('the message at the top reports missing fields first, then a short password, then a wrong repetition', () => {
  const banner = (change: Partial<Account>) => bannerFor(accountFaults({ ...account, ...change }, now));
  expect(banner({})).toBeNull();
  expect(banner({ consent: false, password: 'x' })).toBe('incomplete');
  expect(banner({ password: 'short', confirm_password: 'other' })).toBe('password_length');
  expect(banner({ confirm_password: 'other one' })).toBe('password_match');
});

test('a person is an adult from the start of the eighteenth birthday in Paris', () => {
  const faultsOf = (birth_date: string) => accountFaults({ ...account, birth_date }, now);
  expect(faultsOf('2008-11-21')).toEqual({});
  expect(faultsOf('2008-11-22')).toEqual({ birth_date: 'under_age' });
  for (const impossible of ['2026-11-22', '1905-11-21', '1984-02-31', '1984--12'])
    expect(faultsOf(impossible)).toEqual({ birth_date: 'birth_date' });
});

test.each([
  ['claire@example.com', true],
  [" o'neil+flaira@mail.example.co ", true],
  ['a_b-c.d@ex-ample.fr', true],
  ['a.@example.com', false],
  ['a..b@example.com', false],
  ['.a@example.com', false],
  ['claire@example.com.', false],
  ['claire@example', false],
  ['claire@-example.com', false],
  ['claire@exam_ple.com', false],
  ['rené@example.com', false],
  ['claire@exämple.com', false],
  ['claire＠example.com', false],
  ['claire,b@example.com', false],
  ['a b@example.com', false],
])('the form accepts the address %j exactly if the service does: %s', (address, isValid) => {
  expect(z.email().safeParse(address.trim()).success).toBe(isValid);
  expect(isEmail(address)).toBe(isValid);
});
