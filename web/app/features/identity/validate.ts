import { PasswordRule } from '#contract/identity.ts';

/**
 * The validation errors of a field. `too_short` follows the rule of the service, and `too_short_on_login` the milder
 * rule of the form on /login.
 */
export type FieldFault = 'required' | 'email_invalid' | 'too_short' | 'too_short_on_login' | 'mismatch';
export type Faults<Field extends string> = Partial<Record<Field, FieldFault>>;

/** Checks an email address in the browser. The service checks it again. */
export const emailFault = (email: string): FieldFault | undefined =>
  email.trim() === '' ? 'required' : /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : 'email_invalid';

export const requiredFault = (value: string): FieldFault | undefined => (value === '' ? 'required' : undefined);

/** Checks a new password and its repetition. */
export function newPasswordFaults(
  password: string,
  confirm: string,
  tooShort: 'too_short' | 'too_short_on_login' = 'too_short',
): Faults<'password' | 'confirm'> {
  if (password === '') return { password: 'required' };
  const min = tooShort === 'too_short' ? PasswordRule.min : PasswordRule.min_on_login;
  if ([...password].length < min) return { password: tooShort };
  return password === confirm ? {} : { confirm: 'mismatch' };
}

/** Returns only the fields that have an error. */
export function faultsOf<Field extends string>(found: Record<Field, FieldFault | undefined>): Faults<Field> {
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as Faults<Field>;
}

export const isClean = (faults: object): boolean => Object.keys(faults).length === 0;
