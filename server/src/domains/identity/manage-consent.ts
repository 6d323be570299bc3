import type { ConsentGiven, ConsentPurpose } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import './events.ts';
import { type Consent, listConsents, lockConsentsOf, withdrawConsentOf } from './consents.queries.ts';
import { recordConsent } from './record-consent.ts';

export const listMyConsents = (ctx: Context, userId: string): Promise<Consent[]> =>
  withUser(ctx.db, userId, (tx) => listConsents(tx, userId));

/**
 * Stores a consent. Other domains get an event. After a consent to the simulation, for example, a doctor may see
 * existing photos.
 */
export const giveConsent = (ctx: Context, userId: string, given: ConsentGiven): Promise<Consent> =>
  withUser(ctx.db, userId, async (tx) => {
    await lockConsentsOf(tx, userId);
    const consent = await recordConsent(tx, { userId }, given, ctx.clock.now());
    await ctx.outbox.emit(tx, 'identity.consentGiven', { user_id: userId, purpose: given.purpose });
    return consent;
  });

/**
 * Withdraws a consent. Withdrawing takes one step, like giving the consent. Other domains get an event. After a
 * withdrawal for the simulation, the case leaves the doctors' queue.
 */
export const withdrawConsent = (ctx: Context, userId: string, purpose: ConsentPurpose): Promise<boolean> =>
  withUser(ctx.db, userId, async (tx) => {
    await lockConsentsOf(tx, userId);
    const withdrawn = await withdrawConsentOf(tx, { userId }, purpose, ctx.clock.now());
    if (withdrawn > 0) await ctx.outbox.emit(tx, 'identity.consentWithdrawn', { user_id: userId, purpose });
    if (withdrawn > 0 && purpose === 'simulation') await ctx.photos.revokeLinks(tx, userId);
    return withdrawn > 0;
  });
