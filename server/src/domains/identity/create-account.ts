import { randomUUIDv7 } from 'node:crypto';
import type { Plan, Profession, ReadingLanguage, Role } from '#contract/base.ts';
import type { Speciality } from '#contract/directory.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { hashPassword } from './password-hash.ts';
import { setBirthDate } from './patients.queries.ts';
import { insertPractitioner } from './practitioners.queries.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role?: Role;
  readonly plan?: Plan;
  readonly language?: ReadingLanguage;
  readonly phone?: string;
  /** YYYY-MM-DD. Only patients have a birth date. */
  readonly birth_date?: string | null;
  /** True for a demo account, which needs no second factor outside of production. */
  readonly is_demo?: boolean;
  /** The creation time of the account. It is set only for demo accounts that should look older. */
  readonly created_at?: Date;
  readonly practitioner?: {
    profession: Profession;
    speciality: Speciality;
    registration_number: string;
    registration_body: string;
    is_verified: boolean;
  };
}

/**
 * Creates a confirmed account without a sign-up: for administrators, for demo accounts and for tests. Unlike in a
 * sign-up, the caller can choose the role. Throws if the email address is taken. Hashing a password is slow on purpose.
 * A caller that creates many accounts with one password can therefore pass a `hash` function that caches results.
 */
export async function createAccount(ctx: Context, account: NewAccount, hash = hashPassword): Promise<string> {
  const id = randomUUIDv7();
  const email = account.email.toLowerCase();
  const password = await hash(account.password);
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('users')
      .values(userRow(id, email, account))
      .execute();
    await tx
      .insertInto('accounts')
      .values({ id: randomUUIDv7(), user_id: id, account_id: id, provider_id: 'credential', password })
      .execute();
    if (!account.practitioner) return;
    const { is_verified, ...registration } = account.practitioner;
    const verified_at = is_verified ? ctx.clock.now() : null;
    await insertPractitioner(tx, { user_id: id, ...registration, verified_at, verified_by: null });
  });
  const { birth_date } = account;
  if (birth_date) await withUser(ctx.db, id, (tx) => setBirthDate(tx, id, birth_date));
  return id;
}

const userRow = (id: string, email: string, account: NewAccount) => ({
  id,
  email,
  email_verified: true,
  name: `${account.first_name} ${account.last_name}`.trim(),
  first_name: account.first_name,
  last_name: account.last_name,
  role: account.role ?? 'patient',
  plan: account.plan ?? 'free',
  language: account.language ?? 'en',
  phone: account.phone ?? null,
  is_demo: account.is_demo ?? false,
  ...(account.created_at && { created_at: account.created_at }),
});
