import { randomUUID } from 'node:crypto';
import { OfferInput } from '#contract/appointments-admin.ts';
import { makeOffer } from '#server/domains/appointments/make-offer.ts';
import { listMyAppointments } from '#server/domains/appointments/my-appointments.ts';
import { requestAppointment } from '#server/domains/appointments/request-appointment.ts';
import { setStatus } from '#server/domains/appointments/set-status.ts';
import { createAccount, findUserByEmail } from '#server/domains/identity/index.ts';
import { startOfDay } from '#server/platform/calendar/wall-clock.ts';
import { wallTime } from '#server/platform/calendar/zone-time.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { providers } from './appointment-stories.ts';
import type { DemoClock } from './clock.ts';
import { staff, visitors } from './people.ts';
import { signedIn } from './receive-patient.ts';

const ZONE = 'Europe/Paris';
const MINUTE_MS = 60_000;
const MINUTES = 30;
const BUFFER_MIN = 10;
/**
 * Hours since the team and the patients agreed on the appointments. The agreement must be earlier than the first visit,
 * which is today.
 */
const HOURS_SINCE_AGREED = 60;

/** The visits. `inDays` is the number of days from today, and `at` is the time in Paris. */
const visits = [
  { inDays: 0, at: '11:00', treatment: 'Botox' },
  { inDays: 2, at: '10:00', treatment: 'Hyaluronic acid' },
  { inDays: 0, at: '15:00', treatment: 'Botox', isColleague: true },
] as const satisfies readonly { inDays: number; at: string; treatment: string; isColleague?: true }[];

/**
 * Adds visits for the demo doctor and for a colleague. No visit is added for people who already have an appointment.
 */
export async function bringAgenda(ctx: Context, clock: DemoClock, adminId: string, doctorId: string): Promise<void> {
  const practice = await withSystem(ctx.system, (tx) => findPractice(tx, doctorId));
  const colleague = await findUserByEmail(ctx.db, staff.colleague.email);
  for (const [index, account] of visitors.entries()) {
    const visit = visits[index];
    const known = await findUserByEmail(ctx.db, account.email);
    const patientId = known?.id ?? (await createAccount(ctx, account));
    const patient = signedIn(patientId, 'patient');
    if (!visit || (await listMyAppointments(ctx, patient, { limit: 1, offset: 0 })).length > 0) continue;
    clock.stand(HOURS_SINCE_AGREED);
    const { appointment_id } = await requestAppointment(ctx, patient, {
      city_current: 'Paris',
      country_current: 'FR',
      city_target: 'Paris',
      country_target: 'FR',
      treatment: visit.treatment,
      patient_note: '',
      idempotency_key: randomUUID(),
    });
    const day = startOfDay(wallTime(new Date(), ZONE).slice(0, 10), ZONE, visit.inDays);
    const scheduled_at = `${wallTime(day, ZONE).slice(0, 10)}T${visit.at}`;
    const admin = signedIn(adminId, 'admin');
    await makeOffer(
      ctx,
      admin,
      OfferInput.parse({ ...providers.vasseur, appointment_id, scheduled_at, patient_price_cents: 32_000 }),
    );
    await setStatus(ctx, admin, { appointment_ids: [appointment_id], status: 'confirmed', reason: 'Pays on site.' });
    await ctx.outbox.drain();
    const practitionerId = 'isColleague' in visit ? (colleague?.id ?? doctorId) : doctorId;
    await withSystem(ctx.system, (tx) => book(tx, practice, practitionerId, appointment_id));
  }
}

interface Practice {
  readonly clinic_id: string;
  readonly site_id: string;
  readonly room_id: string;
  readonly service_id: string;
}

/** Finds a room and a service of the demo clinic in Paris. */
const findPractice = (tx: Tx, user_id: string): Promise<Practice> =>
  tx
    .selectFrom('clinic_members as m')
    .innerJoin('clinic_sites as s', 's.clinic_id', 'm.clinic_id')
    .innerJoin('clinic_rooms as r', 'r.site_id', 's.id')
    .innerJoin('clinic_services as v', 'v.clinic_id', 'm.clinic_id')
    .select(['m.clinic_id', 's.id as site_id', 'r.id as room_id', 'v.id as service_id'])
    .where('m.user_id', '=', user_id)
    .orderBy('s.name', 'desc')
    .orderBy('r.name')
    .orderBy('v.name_en')
    .executeTakeFirstOrThrow();

/** Books the practitioner for the time of the appointment's offer, which the team has confirmed (`agreed`). */
async function book(tx: Tx, practice: Practice, practitioner_id: string, appointmentId: string): Promise<void> {
  const offer = await tx
    .selectFrom('appointment_offers')
    .select(['id', 'scheduled_at'])
    .where('appointment_id', '=', appointmentId)
    .where('state', '=', 'agreed')
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const start = offer.scheduled_at.getTime();
  const now = new Date();
  await tx
    .insertInto('booked_times')
    .values({
      id,
      ...practice,
      practitioner_id,
      during: range(start, start + MINUTES * MINUTE_MS),
      blocked: range(start - BUFFER_MIN * MINUTE_MS, start + (MINUTES + BUFFER_MIN) * MINUTE_MS),
      state: 'booked',
      created_at: now,
      updated_at: now,
    })
    .execute();
  await tx.insertInto('appointment_offer_times').values({ offer_id: offer.id, time_id: id, is_chosen: true }).execute();
}

const range = (from: number, to: number) => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`;
