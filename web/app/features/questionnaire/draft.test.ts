import { expect, test } from 'vitest';
import { draftFrom, emptyDraft } from './draft.ts';
import { emptyForm, formAfter } from './form-state.ts';

test('a stored draft of the questionnaire is restored completely', () => {
  const draft = {
    step: 4,
    answers: { ...emptyDraft.answers, main_goals: ['radiance' as const], facial_areas_other: 'hands' },
    contact: { ...emptyDraft.contact, email: 'claire@example.com', country: 'BE' },
  };
  expect(draftFrom(JSON.stringify(draft))).toEqual(draft);
});

test.each([null, '', '{', '[]', '"text"', 'null', '{"step":9,"answers":5}'])(
  'the stored text %s is not a draft, so the questionnaire starts empty',
  (text) => {
    expect(draftFrom(text)).toEqual(emptyDraft);
  },
);

test('answers of a stored draft that are no longer offered are left out', () => {
  const stored = {
    answers: { facial_areas: ['lips', 'ears', 'lips', 3], knowledge_level: '6' },
    contact: { country: 'France' },
  };
  const draft = draftFrom(JSON.stringify(stored));
  expect(draft.answers.facial_areas).toEqual(['lips']);
  expect(draft.answers.knowledge_level).toBe('');
  expect(draft.contact.country).toBe('FR');
});

test('a password in a stored draft is ignored', () => {
  expect(JSON.stringify(draftFrom('{"contact":{"password":"secret words"},"password":"secret words"}'))).not.toContain(
    'secret',
  );
});

test('Next does not leave an unanswered step, and the step shows its error until it is answered', () => {
  const held = formAfter(emptyForm, { type: 'next' });
  expect(held).toMatchObject({ isHeldBack: true, faults: { treatments_history: 'option' }, draft: { step: 1 } });
  const answered = formAfter(held, { type: 'pressed', question: 'treatments_history', option: 'no' });
  expect(answered).toMatchObject({ isHeldBack: false, faults: {} });
  expect(formAfter(answered, { type: 'next' }).draft.step).toBe(2);
});

test('the first step has no previous step, and the last has no next step', () => {
  expect(formAfter(emptyForm, { type: 'went', step: 0 }).draft.step).toBe(1);
  expect(formAfter(emptyForm, { type: 'went', step: 12 }).draft.step).toBe(7);
});
