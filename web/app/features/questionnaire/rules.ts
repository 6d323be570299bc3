import { isAdult, isBirthDatePossible } from '#contract/age.ts';
import type { DraftAnswers, DraftContact } from './draft.ts';
import { mostGoals, shortestPassword } from './options.ts';

/** The fields of the last step that are not part of the stored draft. */
export interface Secrets {
  password: string;
  confirm_password: string;
  consent: boolean;
  agreement: boolean;
}

export type Account = DraftContact & Secrets;

/** The errors of a field. They are keys of `questionnaire:error.…`. */
export type FieldFault =
  | 'required'
  | 'option'
  | 'level'
  | 'goals'
  | 'areas'
  | 'specify'
  | 'result'
  | 'email'
  | 'phone'
  | 'birth_date'
  | 'under_age'
  | 'consent'
  | 'agreement'
  | 'password_length'
  | 'password_match';

export type FaultsByField<Field extends string> = Partial<Record<Field, FieldFault>>;

/** Returns all errors in the answers of one step, which is a number from 1 to 6. */
export function answerFaults(step: number, answers: DraftAnswers): FaultsByField<keyof DraftAnswers> {
  const hasText = (text: string) => text.trim().length > 0;
  switch (step) {
    case 1:
      return answers.treatments_history.length > 0 ? {} : { treatments_history: 'option' };
    case 2:
      return answers.knowledge_level ? {} : { knowledge_level: 'level' };
    case 3:
      return answers.main_goals.length >= 1 && answers.main_goals.length <= mostGoals ? {} : { main_goals: 'goals' };
    case 4:
      if (answers.facial_areas.length === 0) return { facial_areas: 'areas' };
      return !answers.facial_areas.includes('other') || hasText(answers.facial_areas_other)
        ? {}
        : { facial_areas_other: 'specify' };
    case 5:
      return !answers.avoid_treatments.includes('other') || hasText(answers.avoid_other)
        ? {}
        : { avoid_other: 'specify' };
    case 6:
      return answers.result_type ? {} : { result_type: 'result' };
    default:
      return {};
  }
}

/** Returns the first step from 1 to 6 that still needs an answer. */
export function firstOpenStep(answers: DraftAnswers): number | undefined {
  return [1, 2, 3, 4, 5, 6].find((step) => Object.keys(answerFaults(step, answers)).length > 0);
}

export function accountFaults(account: Account, now: Date): FaultsByField<keyof Account | 'phone'> {
  const faults: FaultsByField<keyof Account | 'phone'> = {};
  if (!account.last_name.trim()) faults.last_name = 'required';
  if (!account.first_name.trim()) faults.first_name = 'required';
  if (!account.email.trim()) faults.email = 'required';
  else if (!isEmail(account.email)) faults.email = 'email';
  const digits = account.number.replace(/\D/g, '');
  if (!digits) faults.phone = 'required';
  else if (digits.length < 4 || digits.length > 15) faults.phone = 'phone';
  if (!account.birth_date) faults.birth_date = 'required';
  else if (!isDate(account.birth_date) || !isBirthDatePossible(account.birth_date, now))
    faults.birth_date = 'birth_date';
  else if (!isAdult(account.birth_date, now)) faults.birth_date = 'under_age';
  if (!account.consent) faults.consent = 'consent';
  if (!account.agreement) faults.agreement = 'agreement';
  if (account.password.length < shortestPassword) faults.password = 'password_length';
  if (account.confirm_password !== account.password) faults.confirm_password = 'password_match';
  return faults;
}

/** The key of the banner above a step. Missing answers are reported before errors of the password. */
export type Banner = 'next' | 'incomplete' | 'password_length' | 'password_match';

export function bannerFor(faults: FaultsByField<keyof Account | 'phone'>): Banner | null {
  const kinds = Object.values(faults);
  if (kinds.length === 0) return null;
  if (kinds.some((kind) => kind !== 'password_length' && kind !== 'password_match')) return 'incomplete';
  return kinds.includes('password_length') ? 'password_length' : 'password_match';
}

/** The format of the email addresses that the service accepts. All letters must be Latin letters without accents. */
const emailForm = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/;

/**
 * Whether the service accepts the email address. It would refuse any other address without naming the field. Only the
 * confirmation email proves that the address exists.
 */
export function isEmail(text: string): boolean {
  return emailForm.test(text.trim()) && text.trim().length <= 254;
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
