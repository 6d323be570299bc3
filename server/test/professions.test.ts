import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signAndPublish } from '#server/domains/simulation/index.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aCase, aDraftedCase, signing } from './a-case.ts';
import { aBookedTime, aClinic } from './a-clinic.ts';
import { aPaid } from './an-appointment.ts';
import { codeOf } from './code-of.ts';
import { aWorld, type World } from './world.ts';

/** 14:30 in Paris on a Thursday, 13 days after the time at which the clock of a test fixture starts by default. */
const AT = '2026-12-03T13:30:00.000Z';
const SEAL = '0'.repeat(64);
const WEEK = { from: '2026-11-29T00:00:00.000Z', to: '2026-12-08T00:00:00.000Z' };

const kinds = {
  'a verified doctor': { verified: true, profession: 'doctor' },
  'a doctor whom nobody has verified': { verified: false, profession: 'doctor' },
  'a verified nurse': { verified: true, profession: 'nurse' },
  'a nurse whom nobody has verified': { verified: false, profession: 'nurse' },
} as const;
type Kind = keyof typeof kinds;

/**
 * Expected responses of the procedures. 200 is a success, any other number is the number of listed visits, and a text
 * is the code of a refusal. A signature needs a fresh proof of identity, which this test does not give. A person who
 * may sign is therefore refused with SIGNATURE_UNCONFIRMED, and all others are refused with another code.
 */
const answers: Record<Kind, Record<string, number | string>> = {
  'a verified doctor': {
    sign_and_publish: 'SIGNATURE_UNCONFIRMED',
    take_case: 200,
    list_studio_cases: 200,
    get_studio_case: 200,
    list_urgent_reports: 200,
    list_doctor_video_visits: 200,
    list_visits_without_record: 0,
    get_my_public_profile: 200,
    list_my_agenda: 1,
    set_visit_state: 200,
    list_my_calendars: 200,
    get_my_visit_figures: 200,
    get_my_hours: 200,
  },
  'a doctor whom nobody has verified': {
    sign_and_publish: 'PRACTITIONER_NOT_VERIFIED',
    take_case: 'PRACTITIONER_NOT_VERIFIED',
    list_studio_cases: 'PRACTITIONER_NOT_VERIFIED',
    get_studio_case: 'PRACTITIONER_NOT_VERIFIED',
    list_urgent_reports: 'PRACTITIONER_NOT_VERIFIED',
    list_doctor_video_visits: 'PRACTITIONER_NOT_VERIFIED',
    list_visits_without_record: 'PRACTITIONER_NOT_VERIFIED',
    get_my_public_profile: 200,
    list_my_agenda: 'PRACTITIONER_NOT_VERIFIED',
    set_visit_state: 'PRACTITIONER_NOT_VERIFIED',
    list_my_calendars: 'PRACTITIONER_NOT_VERIFIED',
    get_my_visit_figures: 'PRACTITIONER_NOT_VERIFIED',
    get_my_hours: 200,
  },
  'a verified nurse': {
    sign_and_publish: 'DOCTORS_ONLY',
    take_case: 'DOCTORS_ONLY',
    list_studio_cases: 'DOCTORS_ONLY',
    get_studio_case: 'DOCTORS_ONLY',
    list_urgent_reports: 'DOCTORS_ONLY',
    list_doctor_video_visits: 'DOCTORS_ONLY',
    list_visits_without_record: 'DOCTORS_ONLY',
    get_my_public_profile: 'DOCTORS_ONLY',
    list_my_agenda: 1,
    set_visit_state: 200,
    list_my_calendars: 200,
    get_my_visit_figures: 200,
    get_my_hours: 200,
  },
  'a nurse whom nobody has verified': {
    sign_and_publish: 'DOCTORS_ONLY',
    take_case: 'DOCTORS_ONLY',
    list_studio_cases: 'DOCTORS_ONLY',
    get_studio_case: 'DOCTORS_ONLY',
    list_urgent_reports: 'DOCTORS_ONLY',
    list_doctor_video_visits: 'DOCTORS_ONLY',
    list_visits_without_record: 'DOCTORS_ONLY',
    get_my_public_profile: 'DOCTORS_ONLY',
    list_my_agenda: 'PRACTITIONER_NOT_VERIFIED',
    set_visit_state: 'PRACTITIONER_NOT_VERIFIED',
    list_my_calendars: 'PRACTITIONER_NOT_VERIFIED',
    get_my_visit_figures: 'PRACTITIONER_NOT_VERIFIED',
    get_my_hours: 200,
  },
};

/**
 * Expected results of statements that run as the database role of the staff, without a procedure. A number counts the
 * rows that were read or changed. 42501 means that a policy refuses the statement.
 */
const rows: Record<Kind, Record<string, number | string>> = {
  'a verified doctor': { sign: 1, take: 1, queue: 2, drafts: 1, urgent: 1, opening: 1, visits: 1, times: 1 },
  'a doctor whom nobody has verified': {
    sign: '42501',
    take: 0,
    queue: 0,
    drafts: 0,
    urgent: 0,
    opening: '42501',
    visits: 0,
    times: 0,
  },
  'a verified nurse': { sign: '42501', take: 0, queue: 0, drafts: 0, urgent: 0, opening: '42501', visits: 1, times: 1 },
  'a nurse whom nobody has verified': {
    sign: '42501',
    take: 0,
    queue: 0,
    drafts: 0,
    urgent: 0,
    opening: '42501',
    visits: 0,
    times: 0,
  },
};

/**
 * Expected refusals of the use case that signs a plan, called by the doctor in charge without the procedure's access
 * check. A verified doctor fails only at a later check, because this case has no renderings.
 */
const signs: Record<Kind, string> = {
  'a verified doctor': 'RENDERINGS_INCOMPLETE',
  'a doctor whom nobody has verified': 'PRACTITIONER_NOT_VERIFIED',
  'a verified nurse': 'DOCTORS_ONLY',
  'a nurse whom nobody has verified': 'DOCTORS_ONLY',
};

/** Makes a practitioner who is in charge of a drafted case and has a visit, and another case that nobody has taken. */
async function work(kind: Kind) {
  const world = await aWorld();
  const person = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, person, { pictures: false });
  const { caseId: free } = await aCase(world);
  const clinic = await aClinic(world, [person.userId]);
  const appointment_id = await aPaid(world, { patient, admin: await world.admin() });
  const time_id = await aBookedTime(world, clinic, { practitioner_id: person.userId, starts_at: AT, appointment_id });
  await world.browserOf(patient).post('/rpc/report_urgent_signs', {
    signs: ['vision'],
    note: '',
    idempotency_key: randomUUID(),
  });
  await become(world, person, kind);
  world.clock.set(new Date(AT));
  return { world, person, caseId, free, time_id };
}

/** Changes only the registration of the person, who stays in charge of the case. */
async function become(world: World, { userId }: SignedIn, kind: Kind): Promise<void> {
  const { verified, profession } = kinds[kind];
  const { owner } = world.database;
  await owner.query('update practitioners set verified_at = null where user_id = $1', [userId]);
  await owner.query('update practitioners set profession = $2 where user_id = $1', [userId, profession]);
  if (verified) await owner.query('update practitioners set verified_at = now() where user_id = $1', [userId]);
}

const each = Object.keys(kinds) as Kind[];

test.each(each)(
  'trust 16: %s gets the listed answers from procedures, and the listed rows from the database',
  {
    timeout: 120_000,
  },
  async (kind) => {
    const made = await work(kind);
    const { world, person, caseId } = made;
    expect(await rowsOf(made)).toEqual(rows[kind]);
    expect(await codeOf(signAndPublish(world, person, signing(caseId, SEAL)))).toBe(signs[kind]);
    expect(await answersTo(made, Object.keys(answers[kind]))).toEqual(answers[kind]);
  },
);

type Work = Awaited<ReturnType<typeof work>>;

async function answersTo({ world, person, caseId, free, time_id }: Work, names: readonly string[]) {
  const browser = world.browserOf(person);
  const proof = { kind: 'password' };
  const inputs: Record<string, object> = {
    sign_and_publish: { case_id: caseId, version: 1, seal: SEAL, idempotency_key: randomUUID(), proof },
    take_case: { case_id: free },
    get_studio_case: { case_id: caseId },
    list_my_agenda: WEEK,
    set_visit_state: { time_id, state: 'done' },
  };
  const found: Record<string, number | string> = {};
  for (const name of names) {
    const { status, json } = await browser.post(`/rpc/${name}`, inputs[name] ?? {});
    found[name] = status === 200 ? (json.times?.length ?? 200) : json.code;
  }
  return found;
}

async function rowsOf({ world, person: { userId }, caseId, free }: Work) {
  const acts: Record<string, (tx: Tx) => Promise<number>> = {
    sign: (tx) =>
      changed(
        sql`insert into signatures (case_id, version, practitioner_id, practitioner_name, registration_number, registration_body, seal,
          signed_at, verification_code) values (${caseId}, 1, ${userId}, 'A', '1', 'B', ${SEAL}, now(), 'code')`,
        tx,
      ),
    take: (tx) => changed(sql`update cases set practitioner_id = ${userId} where id = ${free}`, tx),
    queue: (tx) => count(sql`cases`, tx),
    drafts: (tx) => count(sql`drafts`, tx),
    urgent: (tx) => count(sql`urgent_reports`, tx),
    opening: (tx) =>
      changed(
        sql`insert into case_openings (case_id, opened_by, reason, note, opened_at, expires_at)
          values (${free}, ${userId}, 'second_opinion', 'to see it all', now(), now() + interval '1 hour')`,
        tx,
      ),
    visits: (tx) => count(sql`appointment_offer_times`, tx),
    times: (tx) => count(sql`booked_times`, tx),
  };
  const found: Record<string, number | string> = {};
  for (const [name, act] of Object.entries(acts)) found[name] = await attempt(world, userId, act);
  return found;
}

class Undone extends Error {}

/**
 * Runs `act` in a transaction that is rolled back, so that it does not affect the next call. Returns the result of
 * `act` or the code of its error.
 */
async function attempt(world: World, userId: string, act: (tx: Tx) => Promise<number>): Promise<number | string> {
  let seen: number | undefined;
  try {
    await withStaff(world.db, userId, async (tx) => {
      seen = await act(tx);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) return (error as { code?: string }).code ?? String(error);
  }
  return seen ?? 'nothing';
}

const changed = async (statement: ReturnType<typeof sql>, tx: Tx): Promise<number> =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0n);

const count = async (table: ReturnType<typeof sql>, tx: Tx): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${table}`.execute(tx)).rows[0]?.n ?? 0;
