import type { Client } from 'pg';

const firstNames = [
  'Sofia',
  'Karim',
  'Claire',
  'Anna',
  'Éloïse',
  'Zoé',
  'Jérôme',
  'Inès',
  'Łukasz',
  'María',
  'Søren',
  'Chloé',
  'Paul',
  'Nadia',
  'Hugo',
  'Åsa',
];
const lastNames = [
  'Lindqvist',
  'Benali',
  'Moreau',
  'Weiss',
  'Dupré',
  'García',
  'Nguyễn',
  'O’Brien',
  'Keller',
  'Fournier',
  'Roy',
  'Öztürk',
  'Petit',
  'Lefèvre',
  'Haddad',
  'Novák',
];
const cities = [
  'Paris',
  'Lyon',
  'Marseille',
  'Nantes',
  'Bruxelles',
  'Genève',
  'Zürich',
  'Barcelona',
  'Montréal',
  'Dubaï',
  'Saint-Étienne',
  'Milano',
  'Lille',
  'Bordeaux',
];
const treatments = ['Botox', 'Hyaluronic acid', 'Laser', 'Peeling', 'Thread lift', 'Mesotherapy', 'Other'];
const statuses = ['pending', 'in_progress', 'awaiting_payment', 'confirmed', 'cancelled', 'done'];

/**
 * Inserts `count` appointments with dates spread over three years, in chronological order. Some cities and treatments
 * are much more frequent than others. One appointment in a thousand has a patient with a unique name. Every run makes
 * the same data, except for the ids and what depends on them.
 */
export async function fillAppointments(client: Client, count: number): Promise<void> {
  // The indexes are made after the rows, because updating them row by row would take longer than everything else.
  const { rows } = await client.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname in ('appointments_keys', 'appointments_words')`,
  );
  await client.query('drop index appointments_keys, appointments_words');
  await client.query('set role app_system');
  await client.query('select setseed(0.5)');
  await client.query(
    `insert into users (id, email, email_verified, name)
     select gen_random_uuid(), 'patient-' || n || '@example.com', true, 'Patient ' || n from generate_series(1, $1::int / 3) n`,
    [count],
  );
  await client.query(
    `insert into appointments (id, patient_id, status, created_at, updated_at, patient_full_name, patient_email, requested_treatment,
                               city_current, city_target, country_current, country_target, answer_due_at)
     select gen_random_uuid(), u.id, s.status, at, at, name.name,
            search_words(split_part(name.name, ' ', 1)) || '.' || n || '@' || (array['example.com', 'example.org', 'mail.example'])[1 + n % 3],
            ($5::text[])[1 + floor(power(random(), 2) * array_length($5::text[], 1))::int],
            ($4::text[])[1 + floor(power(random(), 2) * array_length($4::text[], 1))::int],
            ($4::text[])[1 + floor(power(random(), 3) * array_length($4::text[], 1))::int], 'FR', 'FR',
            case when s.status in ('pending', 'in_progress') then at + interval '2 days' end
     from generate_series(1, $1::int) n
     cross join lateral (select timestamptz '2026-11-20' - random() * interval '3 years' + n * interval '0' as at) moment
     cross join lateral (select case when n % 1000 = 0 then 'Rare' || n || ' Unique' || n else
       ($2::text[])[1 + floor(random() * array_length($2::text[], 1) + n * 0)::int] || ' ' ||
       ($3::text[])[1 + floor(random() * array_length($3::text[], 1) + n * 0)::int] end as name) name
     cross join lateral (select ($6::text[])[1 + floor(power(random(), 0.5) * array_length($6::text[], 1) + n * 0)::int] as status) s
     join (select id, row_number() over () as place from users) u on u.place = 1 + n % greatest(1, $1::int / 3)
     order by at`,
    [count, firstNames, lastNames, cities, treatments, statuses],
  );
  // 80 % of the appointments have one of three coordinators.
  await client.query(
    `with team as (
       insert into users (id, email, email_verified, name)
       select gen_random_uuid(), 'coordinator-' || n || '@example.com', true, 'Coordinator ' || n from generate_series(0, 2) n returning id, name)
     update appointments a set coordinator_id = team.id from team
     where team.name = 'Coordinator ' || abs(hashtext(a.id::text)) % 3 and abs(hashtext(a.patient_id::text)) % 5 > 0`,
  );
  // Each appointment gets one inbox entry. The entry is open if the appointment is pending or in progress. About a
  // tenth of the entries are snoozed, and about a fifth have no deadline.
  await client.query(
    `insert into appointment_inbox (id, appointment_id, kind, created_at, due_at, handled_at, snoozed_until)
     select gen_random_uuid(), id, kind, created_at, case when kind = 'request' then coalesce(answer_due_at, created_at) end,
            case when status not in ('pending', 'in_progress') then created_at + interval '1 day' end,
            case when kind = 'paid' and random() < 0.5 then timestamptz '2100-01-01' end
     from appointments cross join lateral (select case when random() < 0.2 then 'paid' else 'request' end || left(id::text, 0) as kind) k`,
  );
  await client.query('reset role');
  for (const { indexdef } of rows) await client.query(indexdef);
  await client.query('vacuum analyze');
}
