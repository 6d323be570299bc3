import { randomUUID } from 'node:crypto';
import { OfferInput } from '#contract/appointments-admin.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { acceptQuote } from '#server/domains/appointments/accept-quote.ts';
import { makeOffer } from '#server/domains/appointments/make-offer.ts';
import { getMyAppointment } from '#server/domains/appointments/my-appointments.ts';
import { openPayment } from '#server/domains/appointments/open-payment.ts';
import { type NewRequest, requestAppointment } from '#server/domains/appointments/request-appointment.ts';
import type { World } from './world.ts';

export const aRequest = (given: Partial<NewRequest> = {}) => ({
  city_current: 'Nantes',
  city_target: 'Paris',
  country_current: 'FR',
  country_target: 'FR',
  treatment: 'Botox',
  patient_note: '',
  idempotency_key: randomUUID(),
  ...given,
});

/**
 * Returns the input of an offer. The offered time is 13 days after the time at which the clock of a test fixture starts
 * by default.
 */
export const anOffer = (appointment_id: string, given: Partial<OfferInput> = {}): OfferInput => ({
  ...OfferInput.parse({
    appointment_id,
    provider_name: 'Dr Hélène Vasseur',
    provider_address: '12 rue de Lille, 75007 Paris',
    provider_phone: '+33 1 84 80 20 14',
    provider_registration: 'RPPS 10000000001',
    provider_insurance: 'Sou Médical, policy 4021',
    products: 'Botulinum toxin, 50 units',
    scheduled_at: '2026-12-03T14:30',
    patient_price_cents: 42_000,
    provider_price_cents: 34_000,
    admin_public_note: 'The price includes the review after two weeks.',
    admin_private_note: 'Holds until Monday noon.',
  }),
  ...given,
});

export interface Booking {
  readonly patient: SignedIn;
  readonly admin: SignedIn;
}

/** Makes a requested appointment. Returns its id. */
export const aRequested = async (
  world: World,
  { patient }: Pick<Booking, 'patient'>,
  given: Partial<NewRequest> = {},
) => (await requestAppointment(world, patient, aRequest(given))).appointment_id;

/** Makes an appointment with an offer and an accepted quote. Returns its id. */
export async function anOffered(world: World, people: Booking, given: Partial<OfferInput> = {}): Promise<string> {
  const id = await aRequested(world, people);
  await makeOffer(world, people.admin, anOffer(id, given));
  await acceptQuote(world, people.patient, id, await quoteOf(world, people.patient, id));
  return id;
}

export async function quoteOf(world: World, patient: SignedIn, id: string): Promise<string> {
  const { appointment } = await getMyAppointment(world, patient, id);
  return appointment.offer?.quote_sha256 ?? '';
}

/** Makes an appointment whose offer was accepted and paid. Returns its id. */
export async function aPaid(world: World, people: Booking, given: Partial<OfferInput> = {}): Promise<string> {
  const id = await anOffered(world, people, given);
  const { url } = await openPayment(world, people.patient, id);
  await world.pay(url);
  return id;
}

export const paymentOf = async (world: World, patient: SignedIn, id: string): Promise<string> =>
  (await getMyAppointment(world, patient, id)).appointment.payment?.id ?? '';

/** Makes one appointment of each kind that the contract test uses. */
export async function someAppointments(world: World, people: Booking) {
  const asked = await aRequested(world, people);
  const offered = await anOffered(world, people);
  const paid = await aPaid(world, people, { allow_double_booking: true });
  const { id: inbox } = await withStaff(world.db, people.admin.userId, (tx) =>
    tx.selectFrom('appointment_inbox').select('id').limit(1).executeTakeFirstOrThrow(),
  );
  const { id: provider } = await withStaff(world.db, people.admin.userId, (tx) =>
    tx.selectFrom('providers').select('id').executeTakeFirstOrThrow(),
  );
  return {
    asked,
    offered,
    paid,
    inbox,
    provider,
    free: await aRequested(world, people),
    quote: await quoteOf(world, people.patient, offered),
    payment: await paymentOf(world, people.patient, paid),
  };
}

/**
 * Sends the emails and requests the refunds for all earlier changes of status. In the product, a job does this 20
 * seconds after a change.
 */
export async function settle(world: World): Promise<void> {
  for (const { name, payload } of world.sentJobs.filter((job) => job.name === 'appointments.settleChange'))
    await world.jobs.runNow(name, payload);
}
