import type { Profession } from '#contract/base.ts';
import type { RegistrationOutcome } from '#contract/identity.ts';
import type { RegisteredAs } from '#contract/registration.ts';
import type { Config } from '#server/platform/config/config.ts';
import { annuaireSante } from './annuaire-sante.ts';

/** The answer of a register about a registration number. */
export interface RegisterAnswer {
  readonly outcome: Exclude<RegistrationOutcome, 'seen'>;
  /** The parts of the answer that are stored as proof. */
  readonly says: Readonly<Record<string, string | boolean | readonly string[]>>;
}

/** The person to whom the registration should belong. */
export interface Sought {
  readonly name: string;
  readonly profession: Profession;
}

/** A public register of doctors and nurses. */
export interface Register {
  readonly name: string;
  /**
   * Returns the number in the format of this register. Returns null if the register does not cover the registration.
   */
  reads(registration: RegisteredAs): string | null;
  /**
   * Queries the register.
   * @throws RegisterError if the register gives no answer
   */
  lookUp(number: string, person: Sought): Promise<RegisterAnswer>;
}

/** Returns every configured register. Add registers of other countries here. */
export const registersOf = (config: Pick<Config, 'annuaireSante'>): readonly Register[] =>
  config.annuaireSante ? [annuaireSante(config.annuaireSante)] : [];

/** Returns the register that covers a registration, and the number to look up in it. */
export function registerOf(
  config: Pick<Config, 'annuaireSante'>,
  registration: RegisteredAs,
): { register: Register; number: string } | null {
  for (const register of registersOf(config)) {
    const number = register.reads(registration);
    if (number !== null) return { register, number };
  }
  return null;
}
