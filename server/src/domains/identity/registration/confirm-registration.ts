import type { Profession } from '#contract/base.ts';
import type { DocumentSeen, RegistrationOutcome } from '#contract/identity.ts';
import { isNumberWrong, type RegisteredAs } from '#contract/registration.ts';
import type { Context } from '#server/platform/context.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { keepCheck } from './checks.queries.ts';
import { registerOf } from './register.ts';
import { RegisterError } from './register-error.ts';

interface Asked extends RegisteredAs {
  readonly user_id: string;
  readonly name: string;
  readonly profession: Profession;
}

/**
 * Checks a registration before an administrator confirms it, and stores the proof. If a register covers the
 * registration, its answer decides. A document that an administrator saw is enough in three cases: no register covers
 * the registration, the register does not answer, or the register has a different spelling of the name.
 *
 * @throws Refusal REGISTRATION_NOT_CONFIRMED, or INVALID_INPUT if a document is needed
 */
export async function confirmRegistration(
  ctx: Context,
  admin: string,
  asked: Asked,
  document: DocumentSeen | null | undefined,
): Promise<void> {
  if (isNumberWrong(asked)) throw notConfirmed('malformed');
  const outcome = await askRegister(ctx, asked, admin);
  if (outcome === 'active') return;
  if (outcome !== null && outcome !== 'unreachable' && outcome !== 'other_person') throw notConfirmed(outcome);
  if (!document) throw outcome === null ? invalidInput({ document: ['required'] }) : notConfirmed(outcome);
  const { user_id, registration_number } = asked;
  const check = { user_id, registration_number, source: 'document', outcome: 'seen' as const, checked_by: admin };
  await keepCheck(ctx.db, { ...check, answer: { ...document } }, ctx.clock.now());
}

/** Queries the register and stores its answer. Returns null if no register covers the registration. */
export async function askRegister(
  ctx: Context,
  asked: Asked,
  admin: string | null,
): Promise<RegistrationOutcome | 'unreachable' | null> {
  const found = registerOf(ctx.config, asked);
  if (!found) return null;
  const { register, number } = found;
  try {
    const { outcome, says } = await register.lookUp(number, asked);
    const check = { user_id: asked.user_id, source: register.name, registration_number: number, outcome };
    await keepCheck(ctx.db, { ...check, answer: says, checked_by: admin }, ctx.clock.now());
    return outcome;
  } catch (error) {
    if (!(error instanceof RegisterError)) throw error;
    ctx.log.warn({ register: register.name, reason: error.message }, 'register of doctors');
    return 'unreachable';
  }
}

const notConfirmed = (outcome: RegistrationOutcome | 'malformed' | 'unreachable'): Refusal =>
  new Refusal('REGISTRATION_NOT_CONFIRMED', { outcome });
