import type { ReadingLanguage } from '#contract/base.ts';
import type { MyDetails } from '#contract/account.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { isAdult, isBirthDatePossible } from '#contract/age.ts';
import { findBirthDate, setBirthDate } from '../patients.queries.ts';
import { findAccount, findContact, type User } from '../users.queries.ts';
import { findEmailChange } from './email-changes.queries.ts';

export async function getMyDetails(ctx: Context, { userId, role }: SignedIn): Promise<MyDetails> {
  const user = await findAccount(ctx.db, userId);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  const isPatient = role === 'patient';
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    phone: user.phone,
    birth_date: isPatient ? await withUser(ctx.db, userId, (tx) => findBirthDate(tx, userId)) : null,
    language: user.language,
    avatar_url: await avatarUrl(ctx, user),
    is_name_registered: role === 'practitioner',
    email_change: await showChange(ctx, userId),
  };
}

/** Returns a link to the person's own avatar, or null if the person has no avatar. */
export async function avatarUrl(
  ctx: Context,
  { id, avatar_id }: Pick<User, 'id' | 'avatar_id'>,
): Promise<string | null> {
  if (!avatar_id) return null;
  const links = await withUser(ctx.db, id, (tx) => ctx.photos.linksFor(tx, [avatar_id]));
  return links.get(avatar_id)?.thumb_url ?? null;
}

async function showChange(ctx: Context, userId: string): Promise<MyDetails['email_change']> {
  const change = await findEmailChange(ctx.db, userId, ctx.clock.now());
  return change
    ? {
        new_email: change.new_email,
        old_confirmed: change.old_at !== null,
        new_confirmed: change.new_at !== null,
        expires_at: change.expires_at.toISOString(),
      }
    : null;
}

export interface DetailChanges {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly birth_date: string | null;
  readonly language: ReadingLanguage;
}

export async function setMyDetails(ctx: Context, caller: SignedIn, changes: DetailChanges): Promise<MyDetails> {
  const now = ctx.clock.now();
  const { birth_date, ...columns } = changes;
  if (birth_date) assertAdult(birth_date, now);
  await ctx.db.transaction().execute(async (tx) => {
    await assertNameMayChange(tx, caller, changes);
    const name = `${columns.first_name} ${columns.last_name}`.trim();
    const isNamedHere = caller.role !== 'practitioner';
    const set = { ...columns, ...(isNamedHere && { name }), updated_at: now };
    const before = await findContact(tx, caller.userId);
    await tx.updateTable('users').set(set).where('id', '=', caller.userId).execute();
    if (before?.phone !== columns.phone || (isNamedHere && before.name !== name))
      await ctx.outbox.emit(tx, 'identity.contactChanged', { user_id: caller.userId });
  });
  if (birth_date && caller.role === 'patient') await giveBirthDate(ctx, caller.userId, birth_date);
  return getMyDetails(ctx, caller);
}

/** Stores the patient's birth date, if a screen asks only for it. */
export async function setMyBirthDate(ctx: Context, caller: SignedIn, birthDate: string): Promise<MyDetails> {
  assertAdult(birthDate, ctx.clock.now());
  await giveBirthDate(ctx, caller.userId, birthDate);
  return getMyDetails(ctx, caller);
}

function assertAdult(birthDate: string, now: Date): void {
  if (!isBirthDatePossible(birthDate, now)) throw invalidInput({ birth_date: ['impossible'] });
  if (!isAdult(birthDate, now)) throw new Refusal('UNDER_AGE');
}

const giveBirthDate = (ctx: Context, userId: string, birthDate: string): Promise<void> =>
  withUser(ctx.db, userId, async (tx) => {
    if ((await findBirthDate(tx, userId)) === birthDate) return;
    await setBirthDate(tx, userId, birthDate);
    await ctx.outbox.emit(tx, 'identity.birthDateGiven', { user_id: userId });
  });

/** Throws a refusal if a practitioner changes the name, because signed plans print the name from the register. */
async function assertNameMayChange(tx: Tx, { userId, role }: SignedIn, changes: DetailChanges): Promise<void> {
  if (role !== 'practitioner') return;
  const user = await findAccount(tx, userId);
  const isSame = user?.first_name === changes.first_name && user.last_name === changes.last_name;
  if (!isSame) throw new Refusal('NAME_AS_REGISTERED');
}
