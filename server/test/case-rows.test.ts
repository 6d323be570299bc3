import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reportUrgentSigns, saveMedicalHistory } from '#server/domains/care/index.ts';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { randomUUID } from 'node:crypto';
import { aCase, aDraftedCase, aSignedCase, someHistory } from './a-case.ts';
import { freshDatabase } from './database.ts';
import { aWorld, type World } from './world.ts';
import { openCase, saveCaseNote } from '#server/domains/simulation/index.ts';

const why = { reason: 'emergency', note: 'Swelling reported by telephone' } as const;

/**
 * Tables about a case or a patient's health whose rows have the id of the case. `byPatient` lists the tables whose rows
 * have the id of the patient instead, with the name of the column.
 */
const byCase = [
  'case_photos',
  'drafts',
  'renderings',
  'case_events',
  'case_notes',
  'signatures',
  'signature_photos',
  'signature_timestamps',
];
const byPatient = { answers: 'user_id', medical_histories: 'user_id', photos: 'user_id', patients: 'user_id' };

async function aFullCase(world: World) {
  const made = await aSignedCase(world);
  const { patient, doctor, caseId } = made;
  await saveMedicalHistory(world, patient.userId, someHistory());
  await saveCaseNote(world, doctor, caseId, { base_version: 0, body: 'thin skin' });
  await withSystem(world.system, async (tx) => {
    await sql`insert into patients (user_id, birth_date) values (${patient.userId}, '1990-01-01') on conflict do nothing`.execute(
      tx,
    );
    const [lead, { userId }] = [randomUUID(), patient];
    await sql`insert into leads (id, secret_hash, user_id) values (${lead}, sha256(${lead}::text::bytea), ${userId})`.execute(
      tx,
    );
    await sql`insert into answers (lead_id, version, user_id, answers, created_at)
      values (${lead}, 1, ${userId}, '{}', now())`.execute(tx);
    await sql`insert into signature_timestamps (case_id, version, token, chain, authority, stamped_at)
      select case_id, version, '', '', 'Test Timestamps', now() from signatures where case_id = ${caseId}`.execute(tx);
  });
  return made;
}

/** Counts, for each table, the rows of a case that row-level security shows to a member of staff. */
const seen = (world: World, who: SignedIn, caseId: string, patientId: string): Promise<Record<string, number>> =>
  withStaff(world.db, who.userId, async (tx) => {
    const count = async (table: string, column: string, id: string) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
        where ${sql.ref(column)} = ${id}::uuid`.execute(tx);
      return [table, rows[0]?.n ?? -1] as const;
    };
    const counts = [];
    for (const table of byCase) counts.push(await count(table, 'case_id', caseId));
    for (const [table, column] of Object.entries(byPatient)) counts.push(await count(table, column, patientId));
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from photo_objects o
      join person_keys k on k.id = o.person_key_id where k.user_id = ${patientId}`.execute(tx);
    return Object.fromEntries([...counts, ['photo_objects', rows[0]?.n ?? -1]]);
  });

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);

test('trust 29: row level security shows a case to its doctor, and during an hour of emergency access to another', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aFullCase(world);
  const [other, admin] = [await world.practitioner(), await world.admin()];
  const look = (who: SignedIn) => seen(world, who, caseId, patient.userId);

  const mine = await look(doctor);
  expect(Object.entries(mine).filter(([, n]) => n === 0)).toEqual([]);
  expect(total(await look(other))).toBe(0);
  expect(total(await look(admin))).toBe(0);
  expect(total(await look(await world.practitioner({ verified: false })))).toBe(0);

  const opening = await openCase(world, other, caseId, why);
  // Opening the case adds an event to the case, so there is now one event more than before.
  expect(await look(other)).toEqual({ ...mine, case_events: (mine['case_events'] ?? 0) + 1 });
  const end = (change: string) =>
    world.database.owner.query(
      `set role app_system; update case_openings set ${change} where id = '${opening?.id}'; reset role`,
    );
  await end(`recorded_at = now() - interval '61 minutes'`);
  expect(total(await look(other))).toBe(0);
  await end(`recorded_at = now(), ended_at = now()`);
  expect(total(await look(other))).toBe(0);
});

test('trust 29: row level security shows doctors an unassigned case, and lets none write to a case of another doctor', async () => {
  const world = await aWorld();
  const [doctor, other] = [await world.practitioner(), await world.practitioner()];
  const free = await aCase(world);
  expect(total(await seen(world, other, free.caseId, free.patient.userId))).toBeGreaterThan(0);

  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const now = world.clock.now();
  const asOther = (fn: Parameters<typeof withStaff<unknown>>[2]) => withStaff(world.db, other.userId, fn);
  const note = { case_id: caseId, version: 1, body: 'mine now', saved_by: other.userId, saved_at: now };
  await expect(asOther((tx) => tx.insertInto('case_notes').values(note).execute())).rejects.toMatchObject({
    code: '42501',
  });
  const message = { case_id: caseId, author_id: other.userId, is_staff: true, body: 'hello', sent_at: now };
  await expect(asOther((tx) => tx.insertInto('case_messages').values(message).execute())).rejects.toMatchObject({
    code: '42501',
  });
  const taken = { practitioner_id: other.userId };
  const grab = await asOther((tx) => tx.updateTable('cases').set(taken).where('id', '=', caseId).executeTakeFirst());
  expect(grab).toMatchObject({ numUpdatedRows: 0n });
});

test('trust 29: the database refuses emergency access in another’s name, for over an hour, or with a chosen time', async () => {
  const world = await aWorld();
  const [doctor, other] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const now = world.clock.now();
  const insert = (by: SignedIn, row: object) =>
    withStaff(world.db, by.userId, (tx) => {
      const opening = {
        case_id: caseId,
        opened_by: other.userId,
        ...why,
        opened_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
      };
      return sql`insert into case_openings ${sql.raw(`(${Object.keys({ ...opening, ...row }).join(', ')})`)}
        values (${sql.join(Object.values({ ...opening, ...row }))})`.execute(tx);
    });
  const refused = { code: '42501' };
  await expect(insert(doctor, {})).rejects.toMatchObject(refused);
  await expect(insert(await world.admin(), {})).rejects.toMatchObject(refused);
  await expect(insert(other, { recorded_at: new Date(now.getTime() + 86_400_000) })).rejects.toMatchObject(refused);
  await expect(insert(other, { expires_at: new Date(now.getTime() + 3_700_000) })).rejects.toMatchObject({
    code: '23514',
  });
  await insert(other, {});
});

test('trust 29: a doctor who is not in charge of the case sees an urgent report of the patient too', async () => {
  const world = await aWorld();
  const { patient } = await aDraftedCase(world, await world.practitioner(), { pictures: false });
  await reportUrgentSigns(world, patient.userId, { signs: ['vision'], note: '', idempotency_key: randomUUID() });
  const browser = world.browserOf(await world.practitioner());
  expect((await browser.post('/rpc/list_urgent_reports', {})).json).toHaveLength(1);
});

/**
 * Tables whose rows every member of staff may read for any patient. Each line is a deliberate decision. None of these
 * tables contains rows of a case or about a person's health.
 */
const OPEN_TO_STAFF = {
  'who they are, what they agreed to, and keys that open nothing without the master key': [
    'consents',
    'people',
    'person_keys',
    'practitioners',
    'users',
  ],
  'pooled figures, and corrections of the dose response that follow from them': [
    'dose_calibrations',
    'evidence_reports',
  ],
  'times are offered to everyone, and these say when and where, nothing of a patient': [
    'availability_exceptions',
    'availability_rules',
    'busy_times',
    'clinic_rooms',
    'clinic_services',
    'clinic_sites',
    'clinics',
    'service_practitioners',
    'service_rooms',
    'site_days',
  ],
  'for administrators, whose procedures alone read them': [
    'appointment_events',
    'appointment_default_views',
    'appointment_inbox',
    'appointment_messages',
    'appointment_offers',
    'appointment_pages',
    'appointment_payments',
    'appointment_refunds',
    'appointment_reminders',
    'appointment_tallies',
    'appointment_views',
    'appointments',
    'experiment_counts',
    'invoices',
    'payment_disputes',
    'payment_notice_refusals',
    'payment_notices',
    'payment_refund_failures',
    'payments',
    'products',
    'providers',
    'reward_claims',
    'subscriptions',
  ],
};

test('trust 29: no other table shows all its rows to every member of staff', async () => {
  const { owner } = await freshDatabase();
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
      and (has_table_privilege('app_staff', c.oid, 'select') or has_any_column_privilege('app_staff', c.oid, 'select'))
      and (not c.relrowsecurity or exists (
        select from pg_policy p where p.polrelid = c.oid and 'app_staff'::regrole = any(p.polroles) and p.polcmd in ('r', '*')
          and pg_get_expr(p.polqual, p.polrelid) = 'true'))`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.values(OPEN_TO_STAFF).flat().toSorted());
});
