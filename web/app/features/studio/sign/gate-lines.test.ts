import { expect, test } from 'vitest';
import { HistoryQuestions, type SavedHistory } from '#contract/care.ts';
import { type Injection, noMarkings } from '#contract/markings.ts';
import { nothingStated, type HistoryAnswer, type SafetyStatement } from '#contract/safety.ts';
import { type DraftContent, savable } from '../draft/draft.ts';
import { linesOf, signingOf } from './gate-lines.ts';

/** The day is 20 November in Paris and in most other time zones. */
const now = Date.parse('2026-11-20T09:00:00Z');
const recipe = { version: 1 as const, treatments: { cheek: 0.4, glabella: 12 } };
const draft = (safety?: SafetyStatement): DraftContent => ({
  style: 'natural',
  recipes: { natural: recipe, harmonious: recipe, glamour: recipe },
  links: {},
  plan: { note_to_patient: '', valid_months: 6, items: [], ...(safety && { safety }) },
  markings: noMarkings(),
  skin: null,
});
const told = (yes: string[]): SavedHistory => ({
  version: 1,
  saved_at: '2026-11-20T09:00:00.000Z',
  history: {
    questions: Object.fromEntries(
      HistoryQuestions.map((question) => [question, { answer: yes.includes(question) ? 'yes' : 'no', details: '' }]),
    ) as SavedHistory['history']['questions'],
    medicines: '',
  },
});
const lines = (content: DraftContent, history: SavedHistory | null, isSeen = true, age_years: number | null = 41) =>
  linesOf(
    signingOf(
      content,
      { history, earlier_treatments: [], received_doses: [] },
      {
        age_years,
        photos: [{ id: 'front-1', pose: 'front' }],
        pictures: (['natural', 'harmonious', 'glamour'] as const).map((style) => ({
          pose: 'front' as const,
          style,
          is_seen: isSeen,
        })),
      },
      now,
    ),
  ).map(({ code, about, isOpen }) => [code, about, isOpen]);

test('a settled line stays in the list of the review, so that its text can still be read', () => {
  const stated: SafetyStatement = {
    ...nothingStated,
    zones: ['infraorbital_artery'],
    reasons: [{ question: 'anticoagulants', text: 'Stopped ten days ago.', given_to: { answer: 'yes', details: '' } }],
  };
  expect(lines(draft(), told(['anticoagulants']), false)).toEqual([
    ['reason_missing', 'anticoagulants', true],
    ['zone', 'infraorbital_artery', true],
    ['pictures_unseen', '', true],
  ]);
  expect(lines(draft(stated), told(['anticoagulants']))).toEqual([
    ['reason_missing', 'anticoagulants', false],
    ['zone', 'infraorbital_artery', false],
    ['pictures_unseen', '', false],
  ]);
});

test('a reason is open again in the review if the patient has changed the answer or its details since', () => {
  const question = 'anticoagulants';
  const text = 'Stopped ten days ago.';
  const open = (given_to?: HistoryAnswer) => {
    const reasons = [{ question, text, ...(given_to && { given_to }) } as const];
    const stated = { ...nothingStated, zones: ['infraorbital_artery'], reasons };
    return lines(draft(stated), told([question]))[0];
  };
  expect(open({ answer: 'yes', details: '' })).toEqual(['reason_missing', question, false]);
  expect(open({ answer: 'unsure', details: '' })).toEqual(['reason_missing', question, true]);
  expect(open({ answer: 'yes', details: 'aspirin' })).toEqual(['reason_missing', question, true]);
  expect(open()).toEqual(['reason_missing', question, true]);
});

test('a reason that the plan no longer needs has a settled line in the review, so that the doctor can remove it', () => {
  const zones = ['infraorbital_artery'];
  const text = 'Stopped ten days ago.';
  const given_to = { answer: 'yes', details: '' } as const;
  const reasonLines = (question: 'anticoagulants' | 'herpes', yes: string[], words = text) =>
    lines(draft({ ...nothingStated, zones, reasons: [{ question, text: words, given_to }] }), told(yes)).filter(
      ([code]) => code === 'reason_missing',
    );
  expect(reasonLines('anticoagulants', [])).toEqual([['reason_missing', 'anticoagulants', false]]);
  expect(reasonLines('anticoagulants', ['anticoagulants'])).toEqual([['reason_missing', 'anticoagulants', false]]);
  expect(reasonLines('herpes', ['anticoagulants'])).toEqual([
    ['reason_missing', 'anticoagulants', true],
    ['reason_missing', 'herpes', false],
  ]);
  expect(reasonLines('anticoagulants', [], '  ')).toEqual([]);
});

test('the line of a reason keeps its key and its place when the answer changes or the doctor deletes the text', () => {
  const given_to = { answer: 'yes', details: '' } as const;
  const keys = (text: string, yes: string[]) => {
    const reasons = [{ question: 'anticoagulants', text, given_to } as const];
    const past = { history: told(yes), earlier_treatments: [], received_doses: [] };
    const shown = { age_years: 40, photos: [], pictures: [] };
    const content = draft({ ...nothingStated, reasons });
    return linesOf(signingOf(content, past, shown, now), ['anticoagulants', 'herpes']).map(({ key }) => key);
  };
  const before = keys('Stopped ten days ago.', ['anticoagulants', 'herpes']);
  expect(before.slice(0, 2)).toEqual(['reason_missing anticoagulants ', 'reason_missing herpes ']);
  expect(keys('Stopped ten days ago.', ['herpes'])).toEqual(before);
  expect(keys('', ['herpes'])).toEqual(before);
  expect(keys('', [])).toEqual(before);
});

test.each([
  [null, ['age_unknown', '', true]],
  [17, ['under_age', '', true]],
  [18, undefined],
])('for a patient’s age of %s the review begins with the line %o, or with the settled one', (age_years, line) => {
  expect(lines(draft({ ...nothingStated, zones: ['infraorbital_artery'] }), told([]), true, age_years)[0]).toEqual(
    line ?? ['zone', 'infraorbital_artery', false],
  );
});

test('a stated first day has a line in the review, which is open if the plan is no longer valid on this day', () => {
  const zones = ['infraorbital_artery'];
  const from = (not_before: string) =>
    lines(draft({ ...nothingStated, zones, not_before }), told([])).filter(([code]) => code === 'not_before');
  expect(from('2026-12-18')).toEqual([['not_before', '', false]]);
  expect(from('2027-05-20')).toEqual([['not_before', '', false]]);
  expect(from('2027-05-21')).toEqual([['not_before', '', true]]);
  expect(lines(draft(), told([])).filter(([code]) => code === 'not_before')).toEqual([]);
});

test('an injection point counts as confirmed only on the current photo of its pose', () => {
  const isConfirmed = (photo_id: string, pose: 'front' | 'left' = 'front') => {
    const point = {
      id: 'a',
      treatment: 'forehead',
      side: 'left',
      product: '',
      dose: 2,
      depth: 'intramuscular',
    } as const;
    const place: Injection['place'] = { landmarks: [10, 67, 297], weights: [1, 0, 0] };
    const content = draft();
    const markings = { ...content.markings, injections: [{ ...point, pose, photo_id, x: 0.5, y: 0.5, place }] };
    const past = { history: told([]), earlier_treatments: [], received_doses: [] };
    const photos = [
      { id: 'front-1', pose: 'front' as const },
      { id: 'left-1', pose: 'left' as const },
    ];
    const { injections } = signingOf({ ...content, markings }, past, { age_years: 40, photos, pictures: [] }, now);
    return injections.map(({ is_confirmed }) => is_confirmed);
  };
  expect(isConfirmed('front-1')).toEqual([true]);
  expect(isConfirmed('front-0')).toEqual([false]);
  expect(isConfirmed('left-1')).toEqual([false]);
  expect(isConfirmed('left-1', 'left')).toEqual([true]);
});

test('an unfinished note on the health questions settles no line of the review and is not sent', () => {
  const asked = { on: '', channel: 'phone' as const, text: 'Nothing to report.' };
  const half = draft({ ...nothingStated, asked });
  expect(lines(half, null)).toContainEqual(['health_untold', '', true]);
  expect(savable(half).plan.safety?.asked).toBeNull();
  const whole = draft({ ...nothingStated, asked: { ...asked, on: '2026-11-20' } });
  expect(lines(whole, null)).toContainEqual(['health_untold', '', false]);
  expect(savable(whole).plan.safety?.asked?.text).toBe('Nothing to report.');
});
