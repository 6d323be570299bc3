import { randomUUIDv7 } from 'node:crypto';
import { isInPlan } from '#contract/plan-days.ts';
import { isHeld } from '#server/domains/billing/index.ts';
import { holdTimes } from '#server/domains/bookings/index.ts';
import { findUser, type Person } from '#server/domains/identity/index.ts';
import { listSignedPlans } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { insert, insertOffer } from '../appointments.queries.ts';
import { note, tellChange, thePatient, theService } from '../history.ts';
import { keepTimes } from '../offer-times.ts';
import { planFor, productsWithout } from './plan-of-act.ts';
import { assertComplete, findDirect, termsOf } from './terms-of-service.ts';

export interface NewDirect {
  readonly patient_id: string;
  readonly service_id: string;
  readonly practitioner_id: string;
  readonly site_id: string;
  readonly starts_at: Date;
  /** The patient's case whose signed plan names the products. */
  readonly case_id: string | null;
  /** The end of the hold. If the appointment begins earlier, the hold ends when the appointment begins. */
  readonly held_until: Date;
  /**
   * The person or list that reserves the time. `by` decides the author and the kind of the step in the timeline. The
   * caller has to send the email, because `openDirect` sends none.
   */
  readonly by: 'patient' | 'waiting_list';
}

/**
 * Reserves a free time of a service for a patient. Inserts an appointment that waits for its payment, and an offer with
 * the terms of the service. Only times that patients see as free can be reserved. `tx` has the system role, because
 * patients may not insert these rows. The caller must have checked the identity of the patient.
 *
 * @throws Refusal NOT_FOUND (also for another patient's case), TALK_FIRST, QUOTE_INCOMPLETE, TIME_TAKEN
 */
export async function openDirect(ctx: Context, tx: Tx, wanted: NewDirect): Promise<{ appointment_id: string }> {
  const { patient_id, starts_at, by } = wanted;
  const person = await findUser(tx, patient_id);
  if (person?.role !== 'patient') throw new Refusal('NOT_FOUND');
  if (await isHeld(tx, patient_id)) throw new Refusal('TALK_FIRST');
  const now = ctx.clock.now();
  const place = await findDirect(tx, wanted.service_id, wanted.site_id);
  const { service, site } = place;
  const terms = await termsOf(tx, service, site, await productsOf(ctx, tx, wanted, place, person));
  assertComplete(service.treatment, terms, { created_at: now, scheduled_at: starts_at });
  const expires_at = new Date(Math.min(wanted.held_until.getTime(), starts_at.getTime()));
  const held = await holdTimes(ctx, tx, [wanted], { by: 'patient', held_until: expires_at });

  const appointment_id = await insertAppointment(ctx, tx, person, { act: service.treatment, site });
  const offer_id = randomUUIDv7();
  await insertOffer(tx, {
    ...terms,
    id: offer_id,
    appointment_id,
    created_at: now,
    created_by: null,
    expires_at,
    scheduled_at: starts_at,
    timezone: site.timezone,
    provider_price_cents: null,
    is_direct: true,
  });
  await keepTimes(tx, offer_id, held);
  const { patient_price_cents: amount_cents, currency } = terms;
  await note(ctx, tx, appointment_id, by === 'patient' ? thePatient(patient_id) : theService, {
    kind: by === 'patient' ? 'time_chosen' : 'offer_made',
    to: 'awaiting_payment',
    details: { amount_cents, currency, scheduled_at: starts_at.toISOString(), timezone: site.timezone },
  });
  await tellChange(ctx, tx, { id: appointment_id, patient_id });
  return { appointment_id };
}

/**
 * Returns the text about products for the quote. If a case is given, the products are those of its signed plan, which
 * must belong to the patient and propose the treatment. The time must be on a day that this plan allows. If no case is
 * given, the patient's newest plan that proposes the treatment limits the days, but not the products.
 */
async function productsOf(
  ctx: Context,
  tx: Tx,
  { patient_id, case_id, starts_at }: NewDirect,
  { service, site }: Awaited<ReturnType<typeof findDirect>>,
  { language: reading }: Pick<Person, 'language'>,
): Promise<string> {
  const language = siteLanguage(reading);
  const plans = await listSignedPlans(tx, patient_id, ctx.clock.now());
  const plan = planFor(plans, service.treatment, language, case_id);
  if (case_id !== null && !plan) throw new Refusal('NOT_FOUND');
  if (plan && !isInPlan(plan, starts_at, site.timezone))
    throw new Refusal('TIME_TAKEN', { starts_at: starts_at.toISOString() });
  return case_id !== null && plan ? plan.products : productsWithout(service, language);
}

/**
 * Inserts the appointment. The appointment has no due time for an answer, because the patient asked the team nothing.
 */
async function insertAppointment(
  ctx: Context,
  tx: Tx,
  person: Person,
  { act, site }: { act: string; site: { name: string; country: string } },
): Promise<string> {
  const now = ctx.clock.now();
  const { id } = await insert(tx, {
    id: randomUUIDv7(),
    patient_id: person.id,
    status: 'awaiting_payment',
    created_at: now,
    updated_at: now,
    patient_full_name: person.name,
    patient_email: person.email,
    patient_phone: person.phone,
    requested_treatment: act,
    city_current: '',
    city_target: site.name,
    country_current: null,
    country_target: site.country,
    answer_due_at: null,
  });
  return id;
}
