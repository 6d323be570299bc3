import { expect, test } from 'vitest';
import { bindReason } from './reason-binding.ts';

const first = { answer: 'yes', details: 'Aspirin' } as const;
const second = { answer: 'yes', details: 'Aspirin and warfarin' } as const;
const text = 'Stopped ten days ago.';
const question = 'anticoagulants';

test('a reason belongs to the answer that the doctor saw at the focus, until the field gets the focus again', () => {
  const binding = bindReason(question, first);
  expect(binding.reasonOf(text)).toEqual({ question, text, given_to: first });
  // The patient now changes the answer. The reason still belongs to the first answer, because the field has the focus.
  expect(binding.reasonOf(`${text} Checked.`).given_to).toEqual(first);
  binding.onFocus(second);
  expect(binding.reasonOf(text)).toEqual({ question, text, given_to: second });
});

test('a reason without an answer of the patient belongs to no answer', () => {
  expect(bindReason(question, undefined).reasonOf(text)).toEqual({ question, text });
});
