import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withUser } from '#server/platform/db/db.ts';
import { freshDatabase } from './database.ts';
import { aWorld } from './world.ts';

/**
 * All columns that a transaction of a patient may read, by table. `*` means every column, because row-level security
 * selects the rows. The columns are listed one by one if some of them are hidden, or if the rows belong to everyone
 * (`people`, `practitioners`, `products`). A new grant needs a line here.
 */
const READABLE: Readonly<Record<string, string>> = {
  achievements_earned: '*',
  answers: '*',
  appointment_countries: '*',
  appointment_events: 'actor_id appointment_id at by_patient id kind to_status',
  appointment_messages: '*',
  appointment_offer_times: '*',
  appointment_offers:
    'accepted_at accepted_name accepted_quote alternatives_over_at alternatives_until appointment_id created_at currency deposit_cents ended_at expires_at free_until_hours id is_direct is_video patient_price_cents products provider_address provider_insurance provider_name provider_phone provider_registration provider_seller public_note quote_number quote_version reflection_days scheduled_at state timezone vat_permille',
  appointment_pages: '*',
  appointment_payments: '*',
  appointment_reminders: 'offer_id',
  appointments:
    'answer_due_at calendar_sequence city_current city_target country_current country_target created_at id number offer_lapsed_at patient_email patient_full_name patient_id patient_note patient_phone requested_treatment shared_details status updated_at wish',
  appointment_wait_offers: 'offer_id outcome patient_id wait_id',
  appointment_waits: '*',
  availability_exceptions: '*',
  availability_rules: '*',
  booked_times: '*',
  busy_times: '*',
  case_credits: '*',
  case_messages: '*',
  case_photos: '*',
  case_steps: '*',
  cases: '*',
  challenge_joins: '*',
  checkouts: '*',
  clinic_rooms: '*',
  clinic_services: '*',
  clinic_sites: '*',
  clinical_photos: '*',
  clinical_sets: '*',
  clinics: '*',
  community_digests: '*',
  community_drafts: '*',
  community_visits: '*',
  consents: '*',
  drafts: '*',
  evidence_looks: '*',
  evidence_measurements: '*',
  expectation_screens: '*',
  friend_connections: '*',
  friend_invites: '*',
  friend_scores: '*',
  idempotency_keys: '*',
  imported_photos: '*',
  imported_treatments: '*',
  invoices: '*',
  leads: 'attached_at claimed_at created_at id user_id',
  medical_histories: '*',
  medical_history_drafts: '*',
  my_challenges: 'challenge completed_at ends_at id joined_at metric progress target user_id',
  notifications: '*',
  outcome_checks: '*',
  patients: '*',
  payment_disputes: 'amount_cents closed_at currency payment_id status',
  payment_holds: '*',
  payments: '*',
  people: 'avatar_id id name role short_name',
  person_keys: '*',
  photo_objects: '*',
  photo_requests: '*',
  photos: '*',
  practitioners:
    'created_at profession registration_body registration_number speciality user_id verified_at verified_by',
  products:
    'currency description_en description_fr for_scores for_treatments id is_active name_en name_fr position price_cents updated_at version',
  progress_settings: '*',
  push_subscriptions: '*',
  redo_requests: '*',
  renderings: '*',
  reward_claims: '*',
  service_practitioners: '*',
  service_rooms: '*',
  share_links: '*',
  share_notes: '*',
  signature_photos: '*',
  signature_timestamps: '*',
  signatures: '*',
  site_days: '*',
  skin_scores: '*',
  subscriptions: '*',
  treatment_dates: '*',
  treatment_photos: '*',
  treatment_records: '*',
  urgent_reports: '*',
  video_signals: '*',
  video_visits: '*',
  visit_reviews: '*',
  users:
    'email email_verified first_name id is_demo language last_name lead_id name phone plan role two_factor_enabled',
};

interface Found {
  readonly name: string;
  readonly columns: string[];
  readonly total: number;
  readonly is_guarded: boolean;
}

test('trust 7: a transaction of a patient may read the listed tables and columns, and no others', async () => {
  const { db } = await freshDatabase();
  const { rows } = await sql<Found>`
    select c.relname as name, c.relrowsecurity as is_guarded, count(*)::int as total,
      coalesce(array_agg(a.attname::text order by a.attname) filter (where has_column_privilege('app_user', c.oid, a.attnum, 'select')), '{}') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    group by c.relname, c.relrowsecurity`.execute(db);
  const isWhole = ({ columns, total, is_guarded }: Found) => is_guarded && columns.length === total;
  const readable = rows.filter(({ columns }) => columns.length > 0);
  expect(
    Object.fromEntries(readable.map((found) => [found.name, isWhole(found) ? '*' : found.columns.join(' ')])),
  ).toEqual(READABLE);
});

test('trust 7: a patient can read an email address and a phone number only of their own account', async () => {
  const world = await aWorld();
  const [me, other] = [
    await world.patient({ email: 'me@example.org' }),
    await world.patient({ email: 'other@example.org' }),
  ];
  const seen = await withUser(world.db, me.userId, async (tx) => ({
    accounts: await tx.selectFrom('users').select(['id', 'email', 'phone']).execute(),
    people: (await tx.selectFrom('people').select('id').execute()).map(({ id }) => id),
  }));
  expect(seen.accounts).toMatchObject([{ id: me.userId, email: 'me@example.org' }]);
  expect(seen.people.sort()).toEqual([me.userId, other.userId].sort());
});

test('trust 7: a patient’s transaction reads no events, sessions or emails, and only its own idempotency keys', async () => {
  const { db, system } = await freshDatabase();
  await system.insertInto('idempotency_keys').values({ scope: 'bob', key: 'k', request_hash: 'h' }).execute();
  for (const table of ['outbox', 'sessions', 'accounts', 'audit_log', 'mailbox'] as const)
    await expect(
      withUser(db, 'alice', (tx) => sql`select from ${sql.table(table)}`.execute(tx)),
      table,
    ).rejects.toMatchObject({ code: '42501' });
  expect(await withUser(db, 'alice', (tx) => tx.selectFrom('idempotency_keys').selectAll().execute())).toEqual([]);
  const forged = withUser(db, 'alice', (tx) =>
    tx.insertInto('idempotency_keys').values({ scope: 'bob', key: 'k2', request_hash: 'h' }).execute(),
  );
  await expect(forged).rejects.toMatchObject({ code: '42501' });
});
