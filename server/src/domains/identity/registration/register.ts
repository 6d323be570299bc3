import type { Profession } from '#contract/base.ts';
import type { RegistrationOutcome } from '#contract/identity.ts';
import type { RegisteredAs } from '#contract/registration.ts';
import type { Config } from '#server/platform/config/config.ts';
import { annuaireSante } from './annuaire-sante.ts';

/** The answer of a register for a number. */
export interface RegisterAnswer {
  readonly outcome: Exclude<RegistrationOutcome, 'seen'>;
  /** The proof that is stored, and nothing else. */
  readonly says: Readonly<Record<string, string | boolean | readonly string[]>>;
}

/** Whom a registration claims to be of. */
export interface Sought {
  readonly name: string;
  readonly profession: Profession;
}

/** A public register of doctors and nurses. */
export interface Register {
  readonly name: string;
  /** The number in this register's format; null: it does not cover such registrations. */
  reads(registration: RegisteredAs): string | null;
  /** @throws RegisterError when it gives no answer */
  lookUp(number: string, person: Sought): Promise<RegisterAnswer>;
}

/** Every configured register. A register of another country needs one more line here. */
export const registersOf = (config: Pick<Config, 'annuaireSante'>): readonly Register[] =>
  config.annuaireSante ? [annuaireSante(config.annuaireSante)] : [];

/** The register that covers this registration, and the number to look up. */
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
