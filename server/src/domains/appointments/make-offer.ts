import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { OfferInput } from '#contract/appointments-admin.ts';
import { payableFrom } from '#contract/quote.ts';
import { rulesOf } from '#contract/regions.ts';
import { findVatPermille } from '#server/domains/billing/index.ts';
import { findService, holdTimes } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { type Found, findForUpdate, insertOffer, update } from './appointments.queries.ts';
import { isBenefit } from './benefits.ts';
import { theTeam } from './history.ts';
import { mailAbout } from './mail-appointment.ts';
import { move } from './move.ts';
import { readFutureTime } from './offer-time.ts';
import { keepTimes } from './offer-times.ts';
import { closePages } from './payment-pages.ts';
import { vatOfAct } from './vat-of-act.ts';
import { handleAll } from './inbox.ts';
import { conflictsOf } from './providers.ts';
import { completeProvider, ensureProvider, lockProvider } from './providers.queries.ts';

const HOUR_MS = 3_600_000;

/**
 * Makes an offer, which replaces an earlier one. The appointment then awaits payment. The offer ends
 * `offer_expires_hours` after the end of the reflection period, but no later than the start of the appointment. Its
 * times are held until the offer ends.
 */
export async function makeOffer(
  ctx: Context,
  { userId }: SignedIn,
  { idempotency_key: key = randomUUID(), ...input }: OfferInput,
): Promise<void> {
  // The VAT rate is read outside the transaction, because the database role of staff has no right to read
  // site_versions.
  const vat_permille = await findVatPermille(ctx.db);
  await withStaff(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, input.appointment_id);
    if (!found) throw new Refusal('NOT_FOUND');
    if (isBenefit(found.row.requested_treatment)) throw new Refusal('INCLUDED_IN_PLAN');
    const hash = requestHash('admin_set_awaiting_payment', input);
    await once(tx, { scope: userId, key, hash }, async () => {
      await offer(ctx, tx, found, userId, { ...input, vat_permille });
      return null;
    });
  });
}

async function offer(
  ctx: Context,
  tx: Tx,
  found: Found,
  adminId: string,
  input: Omit<OfferInput, 'idempotency_key'> & { vat_permille: number },
): Promise<void> {
  const now = ctx.clock.now();
  const at = readFutureTime(input.scheduled_at, input.timezone, now);
  assertTimesAgree(input, at);
  assertUsual(input, at, now);
  const providerId = await chooseProvider(tx, input, now);
  // Booked times of a clinic need no check here, because `holdTimes` detects conflicts. Two offers of one clinic at the
  // same time are not a conflict, because several practitioners may work at once.
  if (!input.times) await assertFree(tx, providerId, at, input);
  const { patient_price_cents, currency, timezone } = input;
  await move(ctx, tx, found, { kind: 'make_offer', reason: input.reason }, theTeam(adminId), {
    kind: 'offer_made',
    details: { amount_cents: patient_price_cents, currency, scheduled_at: at.toISOString(), timezone },
  });
  await closePages(ctx, tx, found.offer?.id);
  // The new offer replaces the earlier one, so entries about the earlier one are marked as handled.
  await handleAll(ctx, tx, found.row.id, ['offer_expiring', 'payment_failed']);
  const id = randomUUIDv7();
  const reflection_days = input.is_operation ? rulesOf(found.row.country_target ?? '').reflection.days : 0;
  const from = payableFrom({ created_at: now, reflection_days });
  const end = Math.min(from.getTime() + input.offer_expires_hours * HOUR_MS, at.getTime());
  await insertOffer(tx, {
    ...termsOf(input),
    ...(await sellerOf(tx, providerId, input)),
    vat_permille: vatOfAct(found.row.requested_treatment, input.vat_permille),
    reflection_days,
    id,
    created_at: now,
    created_by: adminId,
    expires_at: new Date(end),
    provider_id: providerId,
    scheduled_at: at,
    is_video: await isByVideo(tx, input),
  });
  await holdFor(ctx, tx, id, input, new Date(end));
  await update(tx, found.row.id, { wish: null });
  await mailAbout(ctx, tx, found.row.id, { template: 'appointment_offer', key: `appointment_offer:${id}` });
}

/**
 * Checks that the offer names the earliest of its times. Also checks that all times are at one site, because the quote
 * has one name and address.
 */
function assertTimesAgree({ times }: Pick<OfferInput, 'times'>, at: Date): void {
  const [first, ...others] = times ?? [];
  if (!first) return;
  const starts = others.map(({ starts_at }) => Date.parse(starts_at));
  if (Date.parse(first.starts_at) !== at.getTime() || starts.some((start) => start < at.getTime()))
    throw invalidInput({ scheduled_at: ['differs'] });
  if (others.some(({ site_id }) => site_id !== first.site_id)) throw invalidInput({ times: ['places_differ'] });
}

/**
 * Returns whether the offer is for a video visit. An offer cannot mix video visits and visits at a site, because the
 * quote names the place.
 */
async function isByVideo(tx: Tx, { times }: Pick<OfferInput, 'times'>): Promise<boolean> {
  const kinds = new Set<boolean>();
  for (const id of new Set(times?.map(({ service_id }) => service_id)))
    kinds.add((await findService(tx, id))?.is_video ?? false);
  if (kinds.size > 1) throw invalidInput({ times: ['places_differ'] });
  return kinds.has(true);
}

async function holdFor(
  ctx: Context,
  tx: Tx,
  offerId: string,
  { times, timezone, allow_outside_hours }: Pick<OfferInput, 'times' | 'timezone' | 'allow_outside_hours'>,
  held_until: Date,
): Promise<void> {
  if (!times) return;
  const wanted = times.map((time) => ({ ...time, starts_at: new Date(time.starts_at) }));
  const held = await holdTimes(ctx, tx, wanted, { by: 'desk', allow_outside_hours, held_until });
  if (held.some((time) => time.timezone !== timezone)) throw invalidInput({ timezone: ['differs'] });
  await keepTimes(tx, offerId, held);
}

/** Refuses probable typing errors, such as a price with two digits too many or the year 9999. */
function assertUsual(
  { patient_price_cents, allow_unusual }: Pick<OfferInput, 'patient_price_cents' | 'allow_unusual'>,
  at: Date,
  now: Date,
): void {
  const { usual_price_cents, usual_days_ahead } = AppointmentLimits;
  const isUsual =
    patient_price_cents <= usual_price_cents && at.getTime() - now.getTime() <= usual_days_ahead * 24 * HOUR_MS;
  if (!isUsual && !allow_unusual) throw new Refusal('UNUSUAL_OFFER');
}

const termsOf = (input: Omit<OfferInput, 'idempotency_key'>) => ({
  appointment_id: input.appointment_id,
  provider_name: input.provider_name,
  provider_address: input.provider_address,
  provider_phone: input.provider_phone,
  timezone: input.timezone,
  patient_price_cents: input.patient_price_cents,
  currency: input.currency,
  products: input.products,
  public_note: input.admin_public_note,
  provider_price_cents: input.provider_price_cents ?? null,
  private_note: input.admin_private_note,
});

/**
 * Returns the seller, registration and insurance for the quote: the typed values, otherwise the values in the list of
 * providers. If no seller is known, the provider is the seller.
 */
async function sellerOf(tx: Tx, providerId: string, input: Omit<OfferInput, 'idempotency_key'>) {
  const typed = {
    registration: input.provider_registration,
    seller: input.provider_seller,
    insurance: input.provider_insurance,
  };
  const known = await completeProvider(tx, providerId, typed);
  return {
    provider_registration: typed.registration || known.registration,
    provider_seller: typed.seller || known.seller || input.provider_name,
    provider_insurance: typed.insurance || known.insurance,
  };
}

/**
 * Returns the chosen entry of the list of providers, or the entry with this name and address. If there is none, adds
 * it. The entry is locked.
 */
async function chooseProvider(tx: Tx, input: Omit<OfferInput, 'idempotency_key'>, now: Date): Promise<string> {
  if (input.provider_id) {
    if (!(await lockProvider(tx, input.provider_id))) throw new Refusal('NOT_FOUND');
    return input.provider_id;
  }
  // `ensureProvider` locks the entry, because it inserts or updates it.
  return ensureProvider(
    tx,
    {
      name: input.provider_name,
      address: input.provider_address,
      phone: input.provider_phone,
      registration: input.provider_registration,
    },
    now,
  );
}

/**
 * Refuses an appointment within an hour of another appointment of the same provider, unless an administrator confirms
 * that both are intended.
 */
export async function assertFree(
  tx: Tx,
  providerId: string,
  at: Date,
  { appointment_id, allow_double_booking }: { appointment_id: string; allow_double_booking: boolean },
): Promise<void> {
  if (allow_double_booking) return;
  const found = await conflictsOf(tx, providerId, at, appointment_id);
  if (found.length > 0) throw new Refusal('DOUBLE_BOOKED', { with: found });
}
