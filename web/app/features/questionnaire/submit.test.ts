import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { Answers } from '#contract/intake.ts';
import { emptyDraft } from './draft.ts';
import {
  answersOf,
  phoneOf,
  PhotosMissing,
  type Submission,
  type SubmitCalls,
  submitInOrder,
  usableAccount,
} from './submit.ts';

type Step = keyof SubmitCalls;
const order: Step[] = ['signUp', 'insertAnswers', 'upsertLeadOpen', 'claimLeadSecure', 'attachLeadFilesToUser'];

const earlier: Submission = {
  lead_id: 'lead',
  email: 'claire@example.com',
  birth_date: '1985-04-02',
  user_id: 'user-1',
};

/** Returns a function that submits the questionnaire with mocks of the five calls. The calls in `failures` fail. */
function aSubmit(failures: Partial<Record<Step, unknown>> = {}, userId = 'user-1', isAlreadySubmitted = false) {
  const made: string[] = [];
  const kept: string[] = [];
  const warned: string[] = [];
  const step = (name: Step) => async (id?: string) => {
    made.push(id ? `${name} ${id}` : name);
    if (name in failures) throw failures[name];
    return { user_id: userId };
  };
  const isSubmitted = async () => {
    if ('isSubmitted' in failures) throw failures.isSubmitted;
    return isAlreadySubmitted;
  };
  const steps = Object.fromEntries(order.map((name) => [name, step(name)])) as unknown as SubmitCalls;
  const calls = { ...steps, isSubmitted };
  const run = (known: Submission | null = null) =>
    submitInOrder(calls, {
      earlier: known,
      keep: (id) => kept.push(id),
      warn: (what) => warned.push(what),
    });
  return { made, kept, warned, run };
}

test('the five calls of a submission are made in order, and the last two use the id of the new user', async () => {
  const submit = aSubmit();
  await submit.run();
  expect(submit.made).toEqual([...order.slice(0, 3), 'claimLeadSecure user-1', 'attachLeadFilesToUser user-1']);
});

test.each(['signUp', 'insertAnswers', 'upsertLeadOpen'] as const)(
  'an error of %s stops the submission',
  async (step) => {
    const submit = aSubmit({ [step]: new Error('no') });
    await expect(submit.run()).rejects.toThrow('no');
    expect(submit.made).toEqual(order.slice(0, order.indexOf(step) + 1));
  },
);

test('without photos nobody is signed up, because the sign-up would replace the account that has the photos', async () => {
  const submit = aSubmit({ isSubmitted: new PhotosMissing() });
  await expect(submit.run()).rejects.toBeInstanceOf(PhotosMissing);
  expect(submit.made).toEqual([]);
});

test('if an earlier attempt submitted everything, nothing is sent again', async () => {
  const submit = aSubmit({}, 'user-1', true);
  expect(await submit.run(earlier)).toBe(false);
  expect(submit.made).toEqual([]);
});

test.each(['insertAnswers', 'upsertLeadOpen'] as const)(
  'if %s finds that the account already has the photos, the submission is complete',
  async (step) => {
    const submit = aSubmit({ [step]: new ORPCError('LEAD_ALREADY_CLAIMED', { status: 409 }) });
    expect(await submit.run(earlier)).toBe(false);
    expect(submit.made.at(-1)).toBe(step);
  },
);

test('if the service says that it already has the answers, the submission continues', async () => {
  const submit = aSubmit({ insertAnswers: Object.assign(new Error('duplicate key'), { code: '23505' }) });
  await submit.run();
  expect(submit.made).toHaveLength(5);
});

test('if the claim or the attachment fails, the failure is only logged', async () => {
  const submit = aSubmit({ claimLeadSecure: new Error('no'), attachLeadFilesToUser: new Error('no') });
  await submit.run();
  expect(submit.warned).toEqual(['claim_lead_secure', 'attach_lead_files_to_user']);
});

test('the account is stored before the next call can fail, and a retry creates no second account', async () => {
  const first = aSubmit({ insertAnswers: new Error('connection lost') });
  await expect(first.run()).rejects.toThrow('connection lost');
  expect(first.kept).toEqual(['user-1']);

  const retry = aSubmit();
  await retry.run(earlier);
  expect(retry.made).toEqual([
    'insertAnswers',
    'upsertLeadOpen',
    'claimLeadSecure user-1',
    'attachLeadFilesToUser user-1',
  ]);
});

test.each([
  ['the same details, written differently', false, 'lead', ' Claire@Example.com ', '1985-04-02'],
  ['another email, sent from a second tab', true, 'lead', 'anna@example.com', '1985-04-02'],
  ['a corrected birth date', true, 'lead', 'claire@example.com', '1984-04-02'],
  ['the photos of a lead that another tab started', true, 'another lead', 'claire@example.com', '1985-04-02'],
])(
  'whether a retry of the submission with %s signs up again: %s',
  async (_, signsUpAgain, leadId, email, birth_date) => {
    const retry = aSubmit();
    await retry.run(usableAccount(earlier, leadId, { email, birth_date }));
    expect(retry.made.includes('signUp')).toBe(signsUpAgain);
  },
);

test('without the id of a user the lead is not claimed', async () => {
  const submit = aSubmit({}, '');
  await submit.run();
  expect(submit.made).toEqual(order.slice(0, 3));
});

test("the text for 'other' is sent only while 'other' is chosen, and the answers fit the contract", () => {
  const draft = {
    ...emptyDraft.answers,
    treatments_history: ['no' as const],
    knowledge_level: '3' as const,
    main_goals: ['contours' as const],
    facial_areas: ['lips' as const],
    facial_areas_other: 'hands',
    avoid_treatments: ['other' as const],
    avoid_other: ' peels ',
    result_type: 'unsure' as const,
  };
  expect(Answers.parse(answersOf(draft))).toMatchObject({ facial_areas_other: '', avoid_other: 'peels' });
});

test('a telephone number consists of the dial code, a space and the digits', () => {
  expect(phoneOf('33', '6 12-34  56.78')).toBe('+33 6 1234 5678');
});
