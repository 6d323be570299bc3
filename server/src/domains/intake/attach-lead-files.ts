import {
  adoptLeadConsents,
  findBirthDate,
  findUser,
  type Person,
  requireCallerIs,
  setBirthDate,
} from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as answers from './answers.queries.ts';
import { isSamePerson } from './claim-lead-secure.ts';
import './events.ts';
import { isSecretOf } from './lead-cookie.ts';
import * as leads from './leads.queries.ts';
import * as photos from './photos.queries.ts';

/**
 * Attaches leads to an account. The questionnaire calls this function. The caller is the signed-in person, or a browser
 * with the cookie of one of the person's leads. A call from any other browser attaches nothing and is not refused,
 * because a refusal would reveal which sign-ups created an account (see `claimLeadSecure`).
 */
export async function attachLeadFilesToUser(
  ctx: Context,
  caller: Caller,
  secret: string | null,
  userId: string,
): Promise<{ attached: number }> {
  if (caller.kind === 'user') requireCallerIs(caller, userId);
  return withSystem(ctx.system, async (tx) => {
    const { user, found } = await findUnattached(tx, userId);
    const isHolder = found.some((lead) => isSecretOf(secret, lead.secret_hash));
    if (caller.kind !== 'user' && !isHolder) return { attached: 0 };
    return { attached: await attachAll(ctx, tx, user, found) };
  });
}

/**
 * Attaches leads when the email address of an account is confirmed. The person may confirm it in any browser, and the
 * leads need not have been claimed.
 */
export const attachConfirmedLead = (ctx: Context, userId: string): Promise<number> =>
  withSystem(ctx.system, async (tx) => {
    const { user, found } = await findUnattached(tx, userId);
    return attachAll(ctx, tx, user, found);
  });

async function findUnattached(tx: Tx, userId: string): Promise<{ user: Person | undefined; found: leads.LeadRow[] }> {
  const user = await findUser(tx, userId);
  return { user, found: user ? await leads.listUnattachedForUpdate(tx, user.id, user.lead_id) : [] };
}

/**
 * Attaches each lead that has the account's email address. Attaches nothing before the address is confirmed. Returns
 * the number of attached photos.
 */
async function attachAll(
  ctx: Context,
  tx: Tx,
  user: Person | undefined,
  found: readonly leads.LeadRow[],
): Promise<number> {
  if (!user?.email_verified) return 0;
  let attached = 0;
  for (const lead of found) if (isSamePerson(lead, user)) attached += await attach(ctx, tx, lead, user.id);
  return attached;
}

async function attach(ctx: Context, tx: Tx, lead: leads.LeadRow, userId: string): Promise<number> {
  const now = ctx.clock.now();
  await leads.update(tx, lead.id, { user_id: userId, claimed_at: lead.claimed_at ?? now, attached_at: now });
  const attached = await photos.updateOwner(tx, lead.id, userId);
  await answers.updateOwner(tx, lead.id, userId);
  await ctx.photos.adoptLead(tx, lead.id, userId);
  await adoptLeadConsents(tx, lead.id, userId);
  // A visitor may have mistyped the birth date. A birth date that the account already has must not change unnoticed.
  if (lead.birth_date && !(await findBirthDate(tx, userId))) await setBirthDate(tx, userId, lead.birth_date);
  await ctx.outbox.emit(tx, 'intake.leadAttached', { lead_id: lead.id, user_id: userId }, { key: lead.id });
  await ctx.realtime.publish(tx, { userId }, { kind: 'photos.changed' });
  return attached;
}
