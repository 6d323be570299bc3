import { type Draft, type DraftAnswers, type DraftContact, emptyDraft } from './draft.ts';
import { type Question, stepCount, toggled } from './options.ts';
import { answerFaults, type FaultsByField } from './rules.ts';

export type AnswerFaults = FaultsByField<keyof DraftAnswers>;

/** The state of the six questions. It contains the draft and the errors of the current step. */
export interface Form {
  draft: Draft;
  faults: AnswerFaults;
  /** Whether the sentence 'Please complete required fields before continuing.' is shown above the step. */
  isHeldBack: boolean;
  /** The number of times that the person pressed Next while the step had errors. */
  refusals: number;
}

export type FormAction =
  | { type: 'loaded'; draft: Draft }
  | { type: 'pressed'; question: Question; option: string }
  | { type: 'wrote'; field: 'facial_areas_other' | 'avoid_other'; text: string }
  | { type: 'entered'; contact: Partial<DraftContact> }
  | { type: 'next' }
  | { type: 'went'; step: number };

export const emptyForm: Form = { draft: emptyDraft, faults: {}, isHeldBack: false, refusals: 0 };

export function formAfter(form: Form, action: FormAction): Form {
  const { draft } = form;
  switch (action.type) {
    case 'loaded':
      return { ...emptyForm, draft: action.draft };
    case 'pressed':
      return answered(form, { [action.question]: pressed(draft.answers, action.question, action.option) });
    case 'wrote':
      return answered(form, { [action.field]: action.text });
    case 'entered':
      return { ...form, draft: { ...draft, contact: { ...draft.contact, ...action.contact } } };
    case 'next': {
      const faults = answerFaults(draft.step, draft.answers);
      if (Object.keys(faults).length > 0) return { ...form, faults, isHeldBack: true, refusals: form.refusals + 1 };
      return at(form, draft.step + 1);
    }
    case 'went':
      return at(form, action.step);
  }
}

function at(form: Form, step: number): Form {
  return { ...emptyForm, draft: { ...form.draft, step: Math.max(1, Math.min(stepCount, step)) } };
}

/**
 * Returns the form after the person has changed an answer. If the banner is shown, the answers are checked again. The
 * banner disappears once no error is left.
 */
function answered(form: Form, change: Partial<DraftAnswers>): Form {
  const answers = { ...form.draft.answers, ...change };
  const faults = form.isHeldBack ? answerFaults(form.draft.step, answers) : form.faults;
  return {
    ...form,
    draft: { ...form.draft, answers },
    faults,
    isHeldBack: form.isHeldBack && Object.keys(faults).length > 0,
  };
}

function pressed(answers: DraftAnswers, question: Question, option: string): string | string[] {
  const chosen = answers[question];
  return Array.isArray(chosen) ? toggled(question, chosen, option) : option;
}
