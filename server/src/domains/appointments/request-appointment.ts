import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { findUser, requireAdult } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerDueAt } from './answer-due.ts';
import { takeGivenCountries } from './appointment-countries.ts';
import { insert } from './appointments.queries.ts';
import { assertLeft } from './benefits.ts';
import { assertCountries } from './countries.ts';
import { note, putIntoInbox, tellChange, thePatient } from './history.ts';
import { mailAbout } from './mail-appointment.ts';

export interface NewRequest {
  readonly city_current: string;
  readonly city_target: string;
  readonly country_current?: string | undefined;
  readonly country_target?: string | undefined;
  readonly treatment: string;
  readonly patient_note: string;
  readonly idempotency_key?: string | undefined;
}

/**
 * Requests an appointment, once for each idempotency key. The row, its history, the team's inbox and the patient's
 * email are written in one transaction. Only adults can request one, because the team may confirm an appointment without
 * a quote that the patient accepts.
 *
 * @throws Refusal BIRTH_DATE_MISSING, UNDER_AGE, BENEFIT_NOT_LEFT
 */
export const requestAppointment = (ctx: Context, patient: SignedIn, request: NewRequest) =>
  withUser(ctx.db, patient.userId, (tx) => {
    const { idempotency_key: key = randomUUID(), ...asked } = request;
    const hash = requestHash('request_appointment', asked);
    return once(tx, { scope: patient.userId, key, hash }, () => open(ctx, tx, patient.userId, asked));
  });

async function open(ctx: Context, tx: Tx, patientId: string, asked: Omit<NewRequest, 'idempotency_key'>) {
  const person = await findUser(tx, patientId);
  if (!person) throw new Refusal('NOT_FOUND');
  const now = ctx.clock.now();
  await requireAdult(tx, patientId, now);
  const countries = await countriesOf(ctx, tx, patientId, asked);
  await assertLeft(ctx, tx, patientId, asked.treatment);
  const due_at = answerDueAt(now);
  const { id, number } = await insert(tx, {
    id: randomUUIDv7(),
    patient_id: patientId,
    status: 'pending',
    created_at: now,
    updated_at: now,
    patient_full_name: person.name,
    patient_email: person.email,
    patient_phone: person.phone,
    requested_treatment: asked.treatment,
    city_current: asked.city_current,
    city_target: asked.city_target,
    ...countries,
    patient_note: asked.patient_note,
    answer_due_at: due_at,
  });
  await note(ctx, tx, id, thePatient(patientId), { kind: 'requested', to: 'pending' });
  await putIntoInbox(ctx, tx, id, 'request', { due_at });
  await tellChange(ctx, tx, { id, patient_id: patientId });
  await mailAbout(ctx, tx, id, { template: 'appointment_requested', key: `appointment_requested:${id}` });
  return { appointment_id: id, number };
}

/**
 * Returns the countries of a new request. If the patient did not name a country, the function uses the country that
 * `setLatestCountries` stored for the next request.
 */
async function countriesOf(
  ctx: Context,
  tx: Tx,
  patientId: string,
  asked: Pick<NewRequest, 'country_current' | 'country_target'>,
) {
  const given = await takeGivenCountries(ctx, tx, patientId);
  const country_current = asked.country_current ?? given?.country_current ?? null;
  const country_target = asked.country_target ?? given?.country_target ?? null;
  assertCountries({ country_current, country_target });
  return { country_current, country_target };
}
