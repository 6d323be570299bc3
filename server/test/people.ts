import { randomUUID } from 'node:crypto';
import type { Profession } from '#contract/base.ts';
import type { NewAccount } from '#server/domains/identity/index.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';

/** A password that the service accepts. */
export const PASSWORD = 'tulipe-nuage-39-cuivre';

export type Person = Omit<NewAccount, 'role' | 'practitioner'>;
interface Makers {
  account(account: NewAccount): Promise<string>;
  /** Opens a valid session and returns its id. */
  session(userId: string, secondFactor: boolean): Promise<string>;
}

/**
 * Returns factories of confirmed accounts. Each factory returns the person as a signed-in caller with a session. The
 * password is `PASSWORD`.
 */
export function people(make: Makers) {
  let count = 0;
  const named = (options: Partial<Person>): Person => ({
    email: `person-${++count}-${randomUUID().slice(0, 8)}@example.org`,
    password: PASSWORD,
    first_name: 'Claire',
    last_name: `Moreau ${count}`,
    ...options,
  });
  const join = async (account: NewAccount, secondFactor: boolean): Promise<SignedIn> => {
    const userId = await make.account(account);
    const sessionId = await make.session(userId, secondFactor);
    return {
      kind: 'user',
      userId,
      role: account.role ?? 'patient',
      secondFactor,
      sessionId,
      language: account.language ?? 'en',
    };
  };

  return {
    /** By default, the patient is an adult. */
    patient: (options: Partial<Person> = {}) =>
      join({ birth_date: '1985-04-02', ...named(options), role: 'patient' }, false),
    practitioner: ({
      verified = true,
      secondFactor = true,
      profession = 'doctor',
      ...options
    }: Partial<Person> & { verified?: boolean; secondFactor?: boolean; profession?: Profession } = {}) =>
      join(
        {
          ...named({ first_name: 'Dr Hélène', last_name: 'Vasseur', ...options }),
          role: 'practitioner',
          practitioner: {
            profession,
            speciality: 'aesthetic_medicine',
            registration_number: randomUUID().slice(0, 11),
            registration_body: 'Ordre national des médecins',
            is_verified: verified,
          },
        },
        secondFactor,
      ),
    /**
     * Makes an account for the reception desk of a clinic. The account belongs to no clinic until a test adds a row to
     * clinic_members.
     */
    desk: ({ secondFactor = true, ...options }: Partial<Person> & { secondFactor?: boolean } = {}) =>
      join({ ...named({ first_name: 'Nadia', last_name: 'Lopez', ...options }), role: 'desk' }, secondFactor),
    admin: ({ secondFactor = true, ...options }: Partial<Person> & { secondFactor?: boolean } = {}) =>
      join({ ...named({ first_name: 'Jeanne', last_name: 'Diallo', ...options }), role: 'admin' }, secondFactor),
  };
}
