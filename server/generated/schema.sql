-- The tables as the migrations leave them. Made by npm run generate; do not edit.

-- ── Extensions ──

create extension btree_gist;
create extension citext;
create extension pg_trgm;
create extension unaccent;

-- ── Roles ──

create role app_desk;
create role app_staff;
create role app_system;
create role app_user;
create role flaira_app;
create role flaira_system;
grant app_desk to flaira_app with inherit f, set t;
grant app_staff to flaira_app with inherit f, set t;
grant app_system to flaira_system with inherit t, set t;
grant app_user to flaira_app with inherit f, set t;

-- ── accounts ──

create table accounts (
  id uuid not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
alter table accounts add constraint accounts_pkey PRIMARY KEY (id);
alter table accounts add constraint accounts_provider_id_account_id_key UNIQUE (provider_id, account_id);
alter table accounts add constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX accounts_one_professional ON accounts USING btree (user_id) WHERE (provider_id = 'professional'::text);
CREATE INDEX accounts_user ON accounts USING btree (user_id);
grant delete, insert, select, update on accounts to app_system;
grant delete, insert, select, update on accounts to flaira_app;

-- ── achievements_earned ──

create table achievements_earned (
  user_id uuid not null,
  achievement text not null,
  earned_at timestamp with time zone not null
);
alter table achievements_earned add constraint achievements_earned_pkey PRIMARY KEY (user_id, achievement);
alter table achievements_earned add constraint achievements_earned_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
grant delete, insert, select, update on achievements_earned to app_system;
grant delete, insert, select, update on achievements_earned to flaira_app;
grant select on achievements_earned to app_user;
alter table achievements_earned enable row level security;
alter table achievements_earned force row level security;
create policy own on achievements_earned for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on achievements_earned for all to app_system using (true) with check (true);

-- ── answer_cosignatures ──

create table answer_cosignatures (
  channel_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  name text not null,
  speciality text not null,
  registration_number text not null,
  registration_body text not null,
  signed_at timestamp with time zone not null
);
alter table answer_cosignatures add constraint answer_cosignatures_pkey PRIMARY KEY (channel_id, comment_id, user_id);
alter table answer_cosignatures add constraint answer_cosignatures_channel_id_comment_id_fkey FOREIGN KEY (channel_id, comment_id) REFERENCES answer_signatures(channel_id, comment_id) ON DELETE CASCADE;
alter table answer_cosignatures add constraint answer_cosignatures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX answer_cosignatures_user ON answer_cosignatures USING btree (user_id);
grant delete, insert, select on answer_cosignatures to flaira_app;
grant delete, insert, select, update on answer_cosignatures to app_system;

-- ── answer_signatures ──

create table answer_signatures (
  channel_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  name text not null,
  speciality text not null,
  registration_number text not null,
  registration_body text not null,
  signed_at timestamp with time zone not null
);
alter table answer_signatures add constraint answer_signatures_pkey PRIMARY KEY (channel_id, comment_id);
alter table answer_signatures add constraint answer_signatures_channel_id_comment_id_fkey FOREIGN KEY (channel_id, comment_id) REFERENCES comments(channel_id, id) ON DELETE CASCADE;
alter table answer_signatures add constraint answer_signatures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX answer_signatures_user ON answer_signatures USING btree (user_id);
grant delete, insert, select on answer_signatures to flaira_app;
grant delete, insert, select, update on answer_signatures to app_system;

-- ── answers ──

create table answers (
  lead_id uuid not null,
  version integer not null,
  user_id uuid,
  answers jsonb not null,
  created_at timestamp with time zone not null
);
alter table answers add constraint answers_pkey PRIMARY KEY (lead_id, version);
alter table answers add constraint answers_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE;
alter table answers add constraint answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX answers_user ON answers USING btree (user_id, created_at DESC) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on answers to app_system;
grant delete, insert, select, update on answers to flaira_app;
grant select on answers to app_staff;
grant select on answers to app_user;
alter table answers enable row level security;
alter table answers force row level security;
create policy own_answers on answers for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on answers for select to app_staff using (((user_id IS NOT NULL) AND cares_for_patient(user_id)));
create policy system_sees_all on answers for all to app_system using (true) with check (true);

-- ── appointment_countries ──

create table appointment_countries (
  user_id uuid not null,
  country_current text not null,
  country_target text not null,
  given_at timestamp with time zone not null
);
alter table appointment_countries add constraint appointment_countries_pkey PRIMARY KEY (user_id);
alter table appointment_countries add constraint appointment_countries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table appointment_countries add constraint appointment_countries_country_current_check CHECK (country_current ~ '^[A-Z]{2}$'::text);
alter table appointment_countries add constraint appointment_countries_country_target_check CHECK (country_target ~ '^[A-Z]{2}$'::text);
grant delete, insert, select, update on appointment_countries to app_system;
grant delete, insert, select, update on appointment_countries to app_user;
grant delete, insert, select, update on appointment_countries to flaira_app;
alter table appointment_countries enable row level security;
alter table appointment_countries force row level security;
create policy own_countries on appointment_countries for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on appointment_countries for all to app_system using (true) with check (true);

-- ── appointment_default_views ──

create table appointment_default_views (
  user_id uuid not null,
  place text not null,
  view_id uuid not null
);
alter table appointment_default_views add constraint appointment_default_views_pkey PRIMARY KEY (user_id, place);
alter table appointment_default_views add constraint appointment_default_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table appointment_default_views add constraint appointment_default_views_view_id_fkey FOREIGN KEY (view_id) REFERENCES appointment_views(id) ON DELETE CASCADE;
alter table appointment_default_views add constraint appointment_default_views_place_check CHECK (place = ANY (ARRAY['list'::text, 'inbox'::text]));
CREATE INDEX appointment_default_views_view ON appointment_default_views USING btree (view_id);
grant delete, insert, select, update on appointment_default_views to app_staff;
grant delete, insert, select, update on appointment_default_views to app_system;
grant delete, insert, select, update on appointment_default_views to flaira_app;

-- ── appointment_events ──

create table appointment_events (
  id bigint not null generated always as identity,
  appointment_id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid,
  by_patient boolean not null default false,
  kind text not null,
  from_status text,
  to_status text,
  reason text not null default ''::text,
  details jsonb not null default '{}'::jsonb,
  change_id uuid
);
alter table appointment_events add constraint appointment_events_pkey PRIMARY KEY (id);
alter table appointment_events add constraint appointment_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL;
alter table appointment_events add constraint appointment_events_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE;
CREATE INDEX appointment_events_actor_id_idx ON appointment_events USING btree (actor_id);
CREATE INDEX appointment_events_appointment ON appointment_events USING btree (appointment_id, id);
CREATE INDEX appointment_events_change ON appointment_events USING btree (change_id) WHERE (change_id IS NOT NULL);
grant delete, insert, select, update on appointment_events to app_system;
grant delete, insert, select, update on appointment_events to flaira_app;
grant insert on appointment_events to app_user;
grant insert, select on appointment_events to app_staff;
grant select (actor_id, appointment_id, at, by_patient, id, kind, to_status) on appointment_events to app_user;
alter table appointment_events enable row level security;
alter table appointment_events force row level security;
create policy own_events on appointment_events for all to app_user using ((appointment_id IN ( SELECT appointments.id
   FROM appointments))) with check ((appointment_id IN ( SELECT appointments.id
   FROM appointments)));
create policy staff_works on appointment_events for all to app_staff using (true) with check (true);
create policy system_sees_all on appointment_events for all to app_system using (true) with check (true);

-- ── appointment_inbox ──

create table appointment_inbox (
  id uuid not null,
  appointment_id uuid,
  difference_id uuid,
  payment_id text,
  refund_id text,
  dispute_id text,
  kind text not null,
  created_at timestamp(3) with time zone not null,
  due_at timestamp with time zone,
  snoozed_until timestamp(3) with time zone,
  coordinator_id uuid,
  handled_at timestamp(3) with time zone,
  handled_by uuid,
  practitioner_id uuid
);
alter table appointment_inbox add constraint appointment_inbox_pkey PRIMARY KEY (id);
alter table appointment_inbox add constraint appointment_inbox_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE;
alter table appointment_inbox add constraint appointment_inbox_coordinator_id_fkey FOREIGN KEY (coordinator_id) REFERENCES users(id) ON DELETE SET NULL;
alter table appointment_inbox add constraint appointment_inbox_difference_id_fkey FOREIGN KEY (difference_id) REFERENCES ledger_differences(id) ON DELETE CASCADE;
alter table appointment_inbox add constraint appointment_inbox_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES payment_disputes(id) ON DELETE SET NULL;
alter table appointment_inbox add constraint appointment_inbox_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES users(id) ON DELETE SET NULL;
alter table appointment_inbox add constraint appointment_inbox_practitioner_id_fkey FOREIGN KEY (practitioner_id) REFERENCES users(id) ON DELETE SET NULL;
alter table appointment_inbox add constraint appointment_inbox_about CHECK (
CASE
    WHEN appointment_id IS NULL THEN num_nonnulls(difference_id, payment_id) = 1
    ELSE difference_id IS NULL
END);
alter table appointment_inbox add constraint appointment_inbox_kind_check CHECK (kind = ANY (ARRAY['request'::text, 'question'::text, 'reschedule'::text, 'cancel'::text, 'cancelled'::text, 'paid'::text, 'paid_late'::text, 'payment_mismatch'::text, 'payment_disputed'::text, 'payment_failed'::text, 'refund_failed'::text, 'refund_undecided'::text, 'offer_expiring'::text, 'offer_expired'::text, 'balance_differs'::text, 'message_unread'::text, 'alternatives_over'::text, 'practitioner_unable'::text]));
CREATE INDEX appointment_inbox_appointment ON appointment_inbox USING btree (appointment_id);
CREATE INDEX appointment_inbox_assigned ON appointment_inbox USING btree (coordinator_id, COALESCE((((due_at AT TIME ZONE 'UTC'::text) - '1000 years'::interval) AT TIME ZONE 'UTC'::text), created_at), id) WHERE (handled_at IS NULL);
CREATE INDEX appointment_inbox_coordinator ON appointment_inbox USING btree (coordinator_id);
CREATE INDEX appointment_inbox_difference ON appointment_inbox USING btree (difference_id);
CREATE INDEX appointment_inbox_dispute ON appointment_inbox USING btree (dispute_id);
CREATE INDEX appointment_inbox_handled ON appointment_inbox USING btree (handled_at DESC, id DESC) WHERE (handled_at IS NOT NULL);
CREATE INDEX appointment_inbox_handled_by_idx ON appointment_inbox USING btree (handled_by);
CREATE INDEX appointment_inbox_order ON appointment_inbox USING btree (COALESCE((((due_at AT TIME ZONE 'UTC'::text) - '1000 years'::interval) AT TIME ZONE 'UTC'::text), created_at), id) WHERE (handled_at IS NULL);
CREATE INDEX appointment_inbox_payment ON appointment_inbox USING btree (payment_id);
CREATE INDEX appointment_inbox_practitioner_id_idx ON appointment_inbox USING btree (practitioner_id);
CREATE INDEX appointment_inbox_snoozed ON appointment_inbox USING btree (COALESCE((((due_at AT TIME ZONE 'UTC'::text) - '1000 years'::interval) AT TIME ZONE 'UTC'::text), created_at), id) WHERE ((handled_at IS NULL) AND (snoozed_until IS NOT NULL));
CREATE INDEX appointment_inbox_waiting ON appointment_inbox USING btree (created_at DESC, id DESC) WHERE (handled_at IS NULL);
CREATE TRIGGER takes_coordinator BEFORE INSERT ON appointment_inbox FOR EACH ROW EXECUTE FUNCTION inbox_take_coordinator();
grant delete, insert, select, update on appointment_inbox to app_system;
grant delete, insert, select, update on appointment_inbox to flaira_app;
grant insert on appointment_inbox to app_user;
grant insert, select, update on appointment_inbox to app_staff;
alter table appointment_inbox enable row level security;
alter table appointment_inbox force row level security;
create policy own_inbox on appointment_inbox for insert to app_user with check ((appointment_id IN ( SELECT appointments.id
   FROM appointments)));
create policy staff_works on appointment_inbox for all to app_staff using (true) with check (true);
create policy system_sees_all on appointment_inbox for all to app_system using (true) with check (true);

-- ── appointment_macros ──

create table appointment_macros (
  id uuid not null,
  name text not null,
  text_en text not null,
  text_fr text not null,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  archived_at timestamp(3) with time zone
);
alter table appointment_macros add constraint appointment_macros_pkey PRIMARY KEY (id);
alter table appointment_macros add constraint appointment_macros_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60);
alter table appointment_macros add constraint appointment_macros_text_en_check CHECK (char_length(text_en) >= 1 AND char_length(text_en) <= 1500);
alter table appointment_macros add constraint appointment_macros_text_fr_check CHECK (char_length(text_fr) >= 1 AND char_length(text_fr) <= 1500);
alter table appointment_macros add constraint appointment_macros_version_check CHECK (version > 0);
CREATE UNIQUE INDEX appointment_macros_name ON appointment_macros USING btree (lower(name)) WHERE (archived_at IS NULL);
grant delete, insert, select, update on appointment_macros to app_system;
grant delete, insert, select, update on appointment_macros to flaira_app;
grant insert, select on appointment_macros to app_staff;
grant update (archived_at, name, text_en, text_fr, updated_at, version) on appointment_macros to app_staff;
alter table appointment_macros enable row level security;
create policy administrators_work on appointment_macros for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on appointment_macros for all to app_system using (true) with check (true);

-- ── appointment_messages ──

create table appointment_messages (
  id uuid not null,
  appointment_id uuid not null,
  at timestamp with time zone not null,
  author_id uuid,
  from_team boolean not null,
  body text not null,
  read_at timestamp with time zone,
  answered_at timestamp with time zone
);
alter table appointment_messages add constraint appointment_messages_pkey PRIMARY KEY (id);
alter table appointment_messages add constraint appointment_messages_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE;
alter table appointment_messages add constraint appointment_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
CREATE INDEX appointment_messages_author_id_idx ON appointment_messages USING btree (author_id);
CREATE INDEX appointment_messages_thread ON appointment_messages USING btree (appointment_id, at);
CREATE INDEX appointment_messages_unanswered ON appointment_messages USING btree (appointment_id) WHERE ((NOT from_team) AND (answered_at IS NULL));
CREATE INDEX appointment_messages_unread ON appointment_messages USING btree (appointment_id) WHERE (from_team AND (read_at IS NULL));
CREATE INDEX appointment_messages_waiting ON appointment_messages USING btree (at) WHERE (from_team AND (read_at IS NULL));
CREATE TRIGGER inbox_follows_reading AFTER UPDATE OF read_at ON appointment_messages FOR EACH ROW WHEN (old.read_at IS NULL AND new.read_at IS NOT NULL) EXECUTE FUNCTION inbox_follow_reading();
grant delete, insert, select, update on appointment_messages to app_system;
grant delete, insert, select, update on appointment_messages to flaira_app;
grant insert, select on appointment_messages to app_user;
grant insert, select, update on appointment_messages to app_staff;
grant update (read_at) on appointment_messages to app_user;
alter table appointment_messages enable row level security;
alter table appointment_messages force row level security;
create policy own_messages on appointment_messages for all to app_user using ((appointment_id IN ( SELECT appointments.id
   FROM appointments))) with check ((appointment_id IN ( SELECT appointments.id
   FROM appointments)));
create policy staff_works on appointment_messages for all to app_staff using (true) with check (true);
create policy system_sees_all on appointment_messages for all to app_system using (true) with check (true);

-- ── appointment_offer_times ──

create table appointment_offer_times (
  offer_id uuid not null,
  time_id uuid not null,
  is_chosen boolean not null default false
);
alter table appointment_offer_times add constraint appointment_offer_times_pkey PRIMARY KEY (offer_id, time_id);
alter table appointment_offer_times add constraint appointment_offer_times_time_id_key UNIQUE (time_id);
alter table appointment_offer_times add constraint appointment_offer_times_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES appointment_offers(id) ON DELETE CASCADE;
alter table appointment_offer_times add constraint appointment_offer_times_time_id_fkey FOREIGN KEY (time_id) REFERENCES booked_times(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX appointment_offer_times_chosen ON appointment_offer_times USING btree (offer_id) WHERE is_chosen;
CREATE TRIGGER appointment_offer_times_video AFTER INSERT ON appointment_offer_times FOR EACH ROW EXECUTE FUNCTION time_tied_by_video();
grant delete, insert, select on appointment_offer_times to app_staff;
grant delete, insert, select, update on appointment_offer_times to app_system;
grant delete, insert, select, update on appointment_offer_times to flaira_app;
grant select on appointment_offer_times to app_desk;
grant select on appointment_offer_times to app_user;
grant update (is_chosen) on appointment_offer_times to app_staff;
grant update (is_chosen) on appointment_offer_times to app_user;
alter table appointment_offer_times enable row level security;
alter table appointment_offer_times force row level security;
create policy administrators_work on appointment_offer_times for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_reads on appointment_offer_times for select to app_desk using ((time_id IN ( SELECT booked_times.id
   FROM booked_times
  WHERE (booked_times.state = ANY (ARRAY['held'::text, 'booked'::text, 'arrived'::text, 'done'::text, 'no_show'::text])))));
create policy own_choice on appointment_offer_times for update to app_user using ((offer_id IN ( SELECT appointment_offers.id
   FROM appointment_offers))) with check ((offer_id IN ( SELECT appointment_offers.id
   FROM appointment_offers)));
create policy own_offer_times on appointment_offer_times for select to app_user using ((offer_id IN ( SELECT appointment_offers.id
   FROM appointment_offers)));
create policy practitioners_see_visits on appointment_offer_times for select to app_staff using ((( SELECT is_practitioner() AS is_practitioner) AND (time_id IN ( SELECT booked_times.id
   FROM booked_times
  WHERE (((booked_times.practitioner_id)::text = ( SELECT request_user_id() AS request_user_id)) AND (booked_times.state = ANY (ARRAY['held'::text, 'booked'::text, 'arrived'::text, 'done'::text, 'no_show'::text])))))));
create policy system_sees_all on appointment_offer_times for all to app_system using (true) with check (true);

-- ── appointment_offers ──

create table appointment_offers (
  id uuid not null,
  appointment_id uuid not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  created_by uuid,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  accepted_at timestamp with time zone,
  accepted_quote text,
  accepted_name text,
  provider_id uuid,
  provider_name text not null,
  provider_address text not null,
  provider_phone text not null,
  provider_registration text not null,
  scheduled_at timestamp with time zone not null,
  timezone text not null,
  patient_price_cents integer not null,
  currency text not null,
  products text not null default ''::text,
  public_note text not null default ''::text,
  payment_failed_at timestamp(3) with time zone,
  quote_number text,
  quote_version integer,
  provider_seller text not null default ''::text,
  provider_insurance text not null default ''::text,
  vat_permille integer,
  reflection_days integer not null default 0,
  deposit_cents integer,
  free_until_hours integer not null default 48,
  is_direct boolean not null default false,
  is_video boolean not null default false,
  alternatives_until timestamp with time zone,
  alternatives_over_at timestamp with time zone,
  provider_price_cents integer,
  private_note text not null default ''::text
);
alter table appointment_offers add constraint appointment_offers_pkey PRIMARY KEY (id);
alter table appointment_offers add constraint appointment_offers_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE;
alter table appointment_offers add constraint appointment_offers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
alter table appointment_offers add constraint appointment_offers_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES providers(id);
alter table appointment_offers add constraint appointment_offers_accepted_quote_check CHECK (accepted_quote ~ '^[0-9a-f]{64}$'::text);
alter table appointment_offers add constraint appointment_offers_check CHECK (deposit_cents > 0 AND deposit_cents <= patient_price_cents);
alter table appointment_offers add constraint appointment_offers_check1 CHECK (alternatives_over_at IS NULL OR alternatives_until IS NOT NULL);
alter table appointment_offers add constraint appointment_offers_currency_check CHECK (currency = ANY (ARRAY['EUR'::text, 'USD'::text, 'CAD'::text, 'AED'::text, 'GBP'::text]));
alter table appointment_offers add constraint appointment_offers_free_until_hours_check CHECK (free_until_hours >= 0 AND free_until_hours <= 720);
alter table appointment_offers add constraint appointment_offers_patient_price_cents_check CHECK (patient_price_cents >= 0);
alter table appointment_offers add constraint appointment_offers_provider_price_cents_check CHECK (provider_price_cents >= 0);
alter table appointment_offers add constraint appointment_offers_quote_number_check CHECK (quote_number ~ '^D-[0-9]{4}-[0-9]{6,}$'::text);
alter table appointment_offers add constraint appointment_offers_quote_version_check CHECK (quote_version > 0);
alter table appointment_offers add constraint appointment_offers_reflection_days_check CHECK (reflection_days >= 0 AND reflection_days <= 60);
alter table appointment_offers add constraint appointment_offers_state_check CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'agreed'::text, 'expired'::text, 'withdrawn'::text]));
alter table appointment_offers add constraint appointment_offers_vat_permille_check CHECK (vat_permille >= 0 AND vat_permille <= 300);
CREATE INDEX appointment_offers_alternatives ON appointment_offers USING btree (alternatives_until) WHERE ((alternatives_until IS NOT NULL) AND (alternatives_over_at IS NULL));
CREATE INDEX appointment_offers_appointment ON appointment_offers USING btree (appointment_id, created_at DESC);
CREATE INDEX appointment_offers_created_by_idx ON appointment_offers USING btree (created_by);
CREATE INDEX appointment_offers_expiring ON appointment_offers USING btree (expires_at) WHERE (state = 'open'::text);
CREATE INDEX appointment_offers_failed ON appointment_offers USING btree (payment_failed_at) WHERE ((state = 'open'::text) AND (payment_failed_at IS NOT NULL));
CREATE UNIQUE INDEX appointment_offers_in_force ON appointment_offers USING btree (appointment_id) WHERE (state = ANY (ARRAY['open'::text, 'paid'::text, 'agreed'::text]));
CREATE INDEX appointment_offers_provider ON appointment_offers USING btree (provider_id, scheduled_at);
CREATE INDEX appointment_offers_scheduled ON appointment_offers USING btree (scheduled_at) WHERE (state = ANY (ARRAY['open'::text, 'paid'::text, 'agreed'::text]));
CREATE UNIQUE INDEX appointment_offers_version ON appointment_offers USING btree (appointment_id, quote_version);
CREATE TRIGGER guard_offer_from_patient BEFORE UPDATE OF state, alternatives_until ON appointment_offers FOR EACH ROW WHEN (CURRENT_USER = 'app_user'::name) EXECUTE FUNCTION guard_offer_from_patient();
CREATE TRIGGER number_quote BEFORE INSERT ON appointment_offers FOR EACH ROW EXECUTE FUNCTION number_quote();
CREATE TRIGGER provider_words_follow AFTER INSERT OR UPDATE OF state, provider_name ON appointment_offers FOR EACH ROW EXECUTE FUNCTION provider_words_follow();
grant delete, insert, select, update on appointment_offers to app_system;
grant delete, insert, select, update on appointment_offers to flaira_app;
grant insert, select, update on appointment_offers to app_staff;
grant select (accepted_at, accepted_name, accepted_quote, alternatives_over_at, alternatives_until, appointment_id, created_at, currency, deposit_cents, ended_at, expires_at, free_until_hours, id, is_direct, is_video, patient_price_cents, products, provider_address, provider_insurance, provider_name, provider_phone, provider_registration, provider_seller, public_note, quote_number, quote_version, reflection_days, scheduled_at, state, timezone, vat_permille) on appointment_offers to app_user;
grant select (appointment_id, id, is_video, state) on appointment_offers to app_desk;
grant update (accepted_at, accepted_name, accepted_quote, alternatives_over_at, alternatives_until, ended_at, scheduled_at, state, timezone) on appointment_offers to app_user;
alter table appointment_offers enable row level security;
alter table appointment_offers force row level security;
create policy desk_reads on appointment_offers for select to app_desk using ((id IN ( SELECT appointment_offer_times.offer_id
   FROM appointment_offer_times)));
create policy own_offers on appointment_offers for all to app_user using ((appointment_id IN ( SELECT appointments.id
   FROM appointments))) with check ((appointment_id IN ( SELECT appointments.id
   FROM appointments)));
create policy staff_works on appointment_offers for all to app_staff using (true) with check (true);
create policy system_sees_all on appointment_offers for all to app_system using (true) with check (true);

-- ── appointment_pages ──

create table appointment_pages (
  page_id text not null,
  offer_id uuid not null,
  url text not null,
  opened_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  accepted_quote text not null
);
alter table appointment_pages add constraint appointment_pages_pkey PRIMARY KEY (page_id);
alter table appointment_pages add constraint appointment_pages_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES appointment_offers(id) ON DELETE CASCADE;
alter table appointment_pages add constraint appointment_pages_accepted_quote_check CHECK (accepted_quote ~ '^[0-9a-f]{64}$'::text);
CREATE INDEX appointment_pages_offer_id_idx ON appointment_pages USING btree (offer_id);
CREATE INDEX appointment_pages_open ON appointment_pages USING btree (offer_id) WHERE (closed_at IS NULL);
grant delete, insert, select, update on appointment_pages to app_system;
grant delete, insert, select, update on appointment_pages to flaira_app;
grant insert, select on appointment_pages to app_user;
grant select on appointment_pages to app_staff;
grant update (closed_at) on appointment_pages to app_user;
alter table appointment_pages enable row level security;
alter table appointment_pages force row level security;
create policy own_pages on appointment_pages for all to app_user using ((offer_id IN ( SELECT appointment_offers.id
   FROM appointment_offers))) with check ((offer_id IN ( SELECT appointment_offers.id
   FROM appointment_offers)));
create policy staff_reads on appointment_pages for select to app_staff using (true);
create policy system_sees_all on appointment_pages for all to app_system using (true) with check (true);

-- ── appointment_payments ──

create table appointment_payments (
  payment_id text not null,
  offer_id uuid not null,
  appointment_id uuid not null,
  outcome text not null,
  amount_cents integer not null,
  currency text not null,
  paid_at timestamp(3) with time zone not null,
  refunded_cents integer not null default 0
);
alter table appointment_payments add constraint appointment_payments_pkey PRIMARY KEY (payment_id);
alter table appointment_payments add constraint appointment_payments_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE;
alter table appointment_payments add constraint appointment_payments_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES appointment_offers(id) ON DELETE CASCADE;
alter table appointment_payments add constraint appointment_payments_check CHECK (refunded_cents >= 0 AND refunded_cents <= amount_cents);
alter table appointment_payments add constraint appointment_payments_outcome_check CHECK (outcome = ANY (ARRAY['confirmed'::text, 'late'::text, 'twice'::text, 'mismatch'::text]));
CREATE INDEX appointment_payments_appointment ON appointment_payments USING btree (appointment_id, paid_at DESC);
CREATE INDEX appointment_payments_newest ON appointment_payments USING btree (paid_at DESC, payment_id DESC);
CREATE INDEX appointment_payments_offer_id_idx ON appointment_payments USING btree (offer_id);
grant delete, insert, select, update on appointment_payments to app_system;
grant delete, insert, select, update on appointment_payments to flaira_app;
grant select on appointment_payments to app_staff;
grant select on appointment_payments to app_user;
alter table appointment_payments enable row level security;
alter table appointment_payments force row level security;
create policy own_payments on appointment_payments for select to app_user using ((appointment_id IN ( SELECT appointments.id
   FROM appointments)));
create policy staff_reads on appointment_payments for select to app_staff using (true);
create policy system_sees_all on appointment_payments for all to app_system using (true) with check (true);

-- ── appointment_refunds ──

create table appointment_refunds (
  id uuid not null,
  payment_id text not null,
  amount_cents integer not null,
  reason text not null,
  ordered_by uuid,
  ordered_at timestamp with time zone not null,
  made_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text
);
alter table appointment_refunds add constraint appointment_refunds_pkey PRIMARY KEY (id);
alter table appointment_refunds add constraint appointment_refunds_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id) ON DELETE SET NULL;
alter table appointment_refunds add constraint appointment_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES appointment_payments(payment_id) ON DELETE CASCADE;
alter table appointment_refunds add constraint appointment_refunds_amount_cents_check CHECK (amount_cents > 0);
CREATE INDEX appointment_refunds_ordered_by_idx ON appointment_refunds USING btree (ordered_by);
CREATE INDEX appointment_refunds_payment ON appointment_refunds USING btree (payment_id);
grant delete, insert, select, update on appointment_refunds to app_system;
grant delete, insert, select, update on appointment_refunds to flaira_app;
grant insert, select on appointment_refunds to app_staff;
alter table appointment_refunds enable row level security;
alter table appointment_refunds force row level security;
create policy staff_works on appointment_refunds for all to app_staff using (true) with check (true);
create policy system_sees_all on appointment_refunds for all to app_system using (true) with check (true);

-- ── appointment_reminders ──

create table appointment_reminders (
  offer_id uuid not null,
  hours_before integer not null,
  sent_at timestamp with time zone not null
);
alter table appointment_reminders add constraint appointment_reminders_pkey PRIMARY KEY (offer_id, hours_before);
alter table appointment_reminders add constraint appointment_reminders_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES appointment_offers(id) ON DELETE CASCADE;
grant delete on appointment_reminders to app_user;
grant delete, insert, select, update on appointment_reminders to app_system;
grant delete, insert, select, update on appointment_reminders to flaira_app;
grant delete, select on appointment_reminders to app_staff;
grant select (offer_id) on appointment_reminders to app_user;
alter table appointment_reminders enable row level security;
alter table appointment_reminders force row level security;
create policy own_reminders on appointment_reminders for all to app_user using ((offer_id IN ( SELECT appointment_offers.id
   FROM appointment_offers))) with check ((offer_id IN ( SELECT appointment_offers.id
   FROM appointment_offers)));
create policy staff_clears on appointment_reminders for all to app_staff using (true) with check (true);
create policy system_sees_all on appointment_reminders for all to app_system using (true) with check (true);

-- ── appointment_sms_reminders ──

create table appointment_sms_reminders (
  offer_id uuid not null,
  hours_before integer not null,
  scheduled_at timestamp with time zone not null,
  message_id uuid not null,
  sent_at timestamp with time zone not null,
  confirmed_at timestamp with time zone
);
alter table appointment_sms_reminders add constraint appointment_sms_reminders_pkey PRIMARY KEY (offer_id, hours_before, scheduled_at);
alter table appointment_sms_reminders add constraint appointment_sms_reminders_message_id_key UNIQUE (message_id);
alter table appointment_sms_reminders add constraint appointment_sms_reminders_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES appointment_offers(id) ON DELETE CASCADE;
grant delete, insert, select, update on appointment_sms_reminders to app_system;
grant delete, insert, select, update on appointment_sms_reminders to flaira_app;
alter table appointment_sms_reminders enable row level security;
alter table appointment_sms_reminders force row level security;
create policy system_sees_all on appointment_sms_reminders for all to app_system using (true) with check (true);

-- ── appointment_tallies ──

create table appointment_tallies (
  id bigint not null generated always as identity,
  status text not null,
  change bigint not null
);
alter table appointment_tallies add constraint appointment_tallies_pkey PRIMARY KEY (id);
grant delete, insert, select on appointment_tallies to app_system;
grant delete, insert, select on appointment_tallies to flaira_app;
grant select on appointment_tallies to app_staff;

-- ── appointment_views ──

create table appointment_views (
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  place text not null default 'list'::text,
  filter jsonb not null,
  is_shared boolean not null default false
);
alter table appointment_views add constraint appointment_views_pkey PRIMARY KEY (id);
alter table appointment_views add constraint appointment_views_owner_id_name_key UNIQUE (owner_id, name);
alter table appointment_views add constraint appointment_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;
alter table appointment_views add constraint appointment_views_place_check CHECK (place = ANY (ARRAY['list'::text, 'inbox'::text]));
grant delete, insert, select, update on appointment_views to app_staff;
grant delete, insert, select, update on appointment_views to app_system;
grant delete, insert, select, update on appointment_views to flaira_app;

-- ── appointment_wait_offers ──

create table appointment_wait_offers (
  patient_id uuid not null,
  practitioner_id uuid,
  starts_at timestamp with time zone not null,
  wait_id uuid not null,
  offer_id uuid not null,
  offered_at timestamp with time zone not null,
  until timestamp with time zone not null,
  told_at timestamp with time zone,
  outcome text
);
alter table appointment_wait_offers add constraint appointment_wait_offers_pkey PRIMARY KEY (offer_id);
alter table appointment_wait_offers add constraint appointment_wait_offers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES appointment_offers(id) ON DELETE CASCADE;
alter table appointment_wait_offers add constraint appointment_wait_offers_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE;
alter table appointment_wait_offers add constraint appointment_wait_offers_practitioner_id_fkey FOREIGN KEY (practitioner_id) REFERENCES users(id) ON DELETE SET NULL;
alter table appointment_wait_offers add constraint appointment_wait_offers_wait_id_fkey FOREIGN KEY (wait_id) REFERENCES appointment_waits(id) ON DELETE CASCADE;
alter table appointment_wait_offers add constraint appointment_wait_offers_outcome_check CHECK (outcome = ANY (ARRAY['taken'::text, 'lapsed'::text, 'declined'::text]));
CREATE UNIQUE INDEX appointment_wait_offers_once ON appointment_wait_offers USING btree (patient_id, practitioner_id, starts_at);
CREATE INDEX appointment_wait_offers_practitioner ON appointment_wait_offers USING btree (practitioner_id);
CREATE UNIQUE INDEX appointment_wait_offers_running ON appointment_wait_offers USING btree (wait_id) WHERE (outcome IS NULL);
CREATE INDEX appointment_wait_offers_wait ON appointment_wait_offers USING btree (wait_id);
grant delete, insert, select, update on appointment_wait_offers to app_system;
grant delete, insert, select, update on appointment_wait_offers to flaira_app;
grant select (offer_id, outcome, patient_id, wait_id) on appointment_wait_offers to app_user;
grant select on appointment_wait_offers to app_staff;
alter table appointment_wait_offers enable row level security;
alter table appointment_wait_offers force row level security;
create policy administrators_read on appointment_wait_offers for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy own_wait_offers on appointment_wait_offers for select to app_user using (((patient_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on appointment_wait_offers for all to app_system using (true) with check (true);

-- ── appointment_waits ──

create table appointment_waits (
  id uuid not null,
  patient_id uuid not null,
  service_id uuid not null,
  practitioner_id uuid,
  site_id uuid,
  first_day date not null,
  last_day date not null,
  part text not null,
  zone text not null,
  in_line_since timestamp with time zone not null,
  lapses integer not null default 0,
  paused_at timestamp with time zone,
  unavailable_since timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_as text
);
alter table appointment_waits add constraint appointment_waits_pkey PRIMARY KEY (id);
alter table appointment_waits add constraint appointment_waits_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE;
alter table appointment_waits add constraint appointment_waits_practitioner_id_fkey FOREIGN KEY (practitioner_id) REFERENCES users(id) ON DELETE CASCADE;
alter table appointment_waits add constraint appointment_waits_service_id_fkey FOREIGN KEY (service_id) REFERENCES clinic_services(id) ON DELETE CASCADE;
alter table appointment_waits add constraint appointment_waits_site_id_fkey FOREIGN KEY (site_id) REFERENCES clinic_sites(id) ON DELETE CASCADE;
alter table appointment_waits add constraint appointment_waits_check CHECK (last_day >= first_day);
alter table appointment_waits add constraint appointment_waits_check1 CHECK ((ended_at IS NULL) = (ended_as IS NULL));
alter table appointment_waits add constraint appointment_waits_ended_as_check CHECK (ended_as = ANY (ARRAY['patient'::text, 'team'::text, 'taken'::text, 'over'::text, 'practitioner'::text]));
alter table appointment_waits add constraint appointment_waits_lapses_check CHECK (lapses >= 0);
alter table appointment_waits add constraint appointment_waits_part_check CHECK (part = ANY (ARRAY['any'::text, 'morning'::text, 'afternoon'::text, 'evening'::text]));
CREATE INDEX appointment_waits_line ON appointment_waits USING btree (service_id, in_line_since);
CREATE UNIQUE INDEX appointment_waits_open ON appointment_waits USING btree (patient_id, service_id) WHERE (ended_at IS NULL);
CREATE INDEX appointment_waits_patient ON appointment_waits USING btree (patient_id);
CREATE INDEX appointment_waits_practitioner ON appointment_waits USING btree (practitioner_id);
CREATE INDEX appointment_waits_site ON appointment_waits USING btree (site_id);
grant delete, insert, select, update on appointment_waits to app_system;
grant delete, insert, select, update on appointment_waits to flaira_app;
grant select on appointment_waits to app_staff;
grant select on appointment_waits to app_user;
grant update (ended_as, ended_at, updated_at) on appointment_waits to app_staff;
alter table appointment_waits enable row level security;
alter table appointment_waits force row level security;
create policy administrators_work on appointment_waits for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy own_waits on appointment_waits for select to app_user using (((patient_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on appointment_waits for all to app_system using (true) with check (true);

-- ── appointments ──

create table appointments (
  id uuid not null,
  number text not null default ('A-'::text || nextval('appointment_numbers'::regclass)),
  patient_id uuid not null,
  status text not null default 'pending'::text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp with time zone not null,
  patient_full_name text not null,
  patient_email text not null,
  patient_phone text,
  requested_treatment text not null,
  city_current text not null,
  city_target text not null,
  country_current text,
  country_target text,
  patient_note text not null default ''::text,
  shared_details text not null default ''::text,
  wish text,
  offer_lapsed_at timestamp with time zone,
  calendar_sequence integer not null default 0,
  answer_due_at timestamp with time zone,
  coordinator_id uuid,
  provider_phone text,
  admin_private_note text not null default ''::text,
  provider_initial_price_cents integer,
  negotiated_price_cents integer,
  search tsvector not null generated always as (search_vector(((((((((((patient_email || ' '::text) || patient_full_name) || ' '::text) || city_current) || ' '::text) || city_target) || ' '::text) || requested_treatment) || ' '::text) || number))) stored,
  provider_search tsvector not null default ''::tsvector
);
alter table appointments add constraint appointments_pkey PRIMARY KEY (id);
alter table appointments add constraint appointments_number_key UNIQUE (number);
alter table appointments add constraint appointments_coordinator_id_fkey FOREIGN KEY (coordinator_id) REFERENCES users(id) ON DELETE SET NULL;
alter table appointments add constraint appointments_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE;
alter table appointments add constraint appointments_country_current_check CHECK (country_current ~ '^[A-Z]{2}$'::text);
alter table appointments add constraint appointments_country_target_check CHECK (country_target ~ '^[A-Z]{2}$'::text);
alter table appointments add constraint appointments_negotiated_price_cents_check CHECK (negotiated_price_cents >= 0);
alter table appointments add constraint appointments_provider_initial_price_cents_check CHECK (provider_initial_price_cents >= 0);
alter table appointments add constraint appointments_status_check CHECK (status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'awaiting_payment'::text, 'confirmed'::text, 'cancelled'::text, 'done'::text]));
alter table appointments add constraint appointments_wish_check CHECK (wish = ANY (ARRAY['reschedule'::text, 'cancel'::text]));
CREATE INDEX appointments_answer_due ON appointments USING btree (answer_due_at) WHERE (status = ANY (ARRAY['pending'::text, 'in_progress'::text]));
CREATE INDEX appointments_coordinator ON appointments USING btree (coordinator_id, created_at DESC, id DESC) WHERE (coordinator_id IS NOT NULL);
CREATE INDEX appointments_country ON appointments USING btree (country_target, created_at DESC, id DESC);
CREATE INDEX appointments_due ON appointments USING btree (created_at DESC, id DESC) WHERE ((status = ANY (ARRAY['pending'::text, 'in_progress'::text])) AND (answer_due_at IS NOT NULL));
CREATE INDEX appointments_keys ON appointments USING gin (search_keys(search, created_at)) WITH (fastupdate=off);
CREATE INDEX appointments_newest ON appointments USING btree (created_at DESC, id DESC);
CREATE INDEX appointments_patient ON appointments USING btree (patient_id, created_at DESC);
CREATE INDEX appointments_status ON appointments USING btree (status, created_at DESC, id DESC);
CREATE INDEX appointments_words ON appointments USING gin (search_keys((search || provider_search), created_at)) WITH (fastupdate=off);
CREATE TRIGGER inbox_follows AFTER UPDATE OF status, wish, answer_due_at ON appointments FOR EACH ROW EXECUTE FUNCTION inbox_follow_appointment();
CREATE TRIGGER inbox_follows_coordinator AFTER UPDATE OF coordinator_id ON appointments FOR EACH ROW WHEN (old.coordinator_id IS DISTINCT FROM new.coordinator_id) EXECUTE FUNCTION inbox_follow_coordinator();
CREATE TRIGGER tally_delete AFTER DELETE ON appointments REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION appointment_tally();
CREATE TRIGGER tally_insert AFTER INSERT ON appointments REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION appointment_tally();
CREATE TRIGGER tally_update AFTER UPDATE ON appointments REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION appointment_tally();
grant delete, insert, select, update on appointments to app_system;
grant delete, insert, select, update on appointments to flaira_app;
grant insert (answer_due_at, city_current, city_target, country_current, country_target, created_at, id, patient_email, patient_full_name, patient_id, patient_note, patient_phone, requested_treatment, status, updated_at) on appointments to app_user;
grant select (answer_due_at, calendar_sequence, city_current, city_target, country_current, country_target, created_at, id, number, offer_lapsed_at, patient_email, patient_full_name, patient_id, patient_note, patient_phone, requested_treatment, shared_details, status, updated_at, wish) on appointments to app_user;
grant select (id, number, patient_full_name, patient_phone, status) on appointments to app_desk;
grant select on appointments to app_staff;
grant update (admin_private_note, answer_due_at, calendar_sequence, coordinator_id, negotiated_price_cents, offer_lapsed_at, provider_initial_price_cents, provider_phone, shared_details, status, updated_at, wish) on appointments to app_staff;
grant update (answer_due_at, calendar_sequence, country_current, country_target, offer_lapsed_at, status, updated_at, wish) on appointments to app_user;
alter table appointments enable row level security;
alter table appointments force row level security;
create policy desk_reads on appointments for select to app_desk using ((id IN ( SELECT appointment_offers.appointment_id
   FROM appointment_offers)));
create policy own_appointments on appointments for all to app_user using (((patient_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((patient_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_works on appointments for all to app_staff using (true) with check (true);
create policy system_sees_all on appointments for all to app_system using (true) with check (true);

-- ── audit_log ──

create table audit_log (
  id bigint not null,
  at timestamp with time zone not null default now(),
  actor_id text not null,
  actor_role text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  patient_id text,
  reason text not null,
  details jsonb not null default '{}'::jsonb,
  prev_hash bytea not null,
  hash bytea not null
);
alter table audit_log add constraint audit_log_pkey PRIMARY KEY (id);
CREATE INDEX audit_log_action ON audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_patient ON audit_log USING btree (patient_id, id DESC) WHERE (patient_id IS NOT NULL);
CREATE INDEX audit_log_subject ON audit_log USING btree (subject_type, subject_id, id DESC);
CREATE TRIGGER append BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_append();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse();
grant select on audit_log to app_system;
grant select on audit_log to flaira_app;

-- ── audit_log_anchor ──

create table audit_log_anchor (
  is_only boolean not null default true,
  id bigint not null,
  hash bytea not null
);
alter table audit_log_anchor add constraint audit_log_anchor_pkey PRIMARY KEY (is_only);
alter table audit_log_anchor add constraint audit_log_anchor_is_only_check CHECK (is_only);
grant select on audit_log_anchor to app_system;
grant select on audit_log_anchor to flaira_app;

-- ── audit_log_head ──

create table audit_log_head (
  is_only boolean not null default true,
  id bigint not null,
  hash bytea not null
);
alter table audit_log_head add constraint audit_log_head_pkey PRIMARY KEY (is_only);
alter table audit_log_head add constraint audit_log_head_is_only_check CHECK (is_only);
grant select on audit_log_head to app_system;
grant select on audit_log_head to flaira_app;

-- ── audit_signed_heads ──

create table audit_signed_heads (
  name text not null,
  entry_id bigint not null,
  key text not null
);
alter table audit_signed_heads add constraint audit_signed_heads_pkey PRIMARY KEY (name);
CREATE INDEX audit_signed_heads_entry ON audit_signed_heads USING btree (entry_id);
grant delete, insert, select on audit_signed_heads to app_system;
grant select on audit_signed_heads to flaira_app;

-- ── availability_exceptions ──

create table availability_exceptions (
  id uuid not null,
  user_id uuid not null,
  site_id uuid,
  day date not null,
  kind text not null,
  starts time without time zone,
  ends time without time zone
);
alter table availability_exceptions add constraint availability_exceptions_pkey PRIMARY KEY (id);
alter table availability_exceptions add constraint availability_exceptions_site_id_fkey FOREIGN KEY (site_id) REFERENCES clinic_sites(id) ON DELETE CASCADE;
alter table availability_exceptions add constraint availability_exceptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table availability_exceptions add constraint availability_exceptions_check CHECK ((starts IS NULL) = (ends IS NULL));
alter table availability_exceptions add constraint availability_exceptions_check1 CHECK (ends > starts);
alter table availability_exceptions add constraint availability_exceptions_check2 CHECK (kind = 'off'::text OR site_id IS NOT NULL AND starts IS NOT NULL);
alter table availability_exceptions add constraint availability_exceptions_kind_check CHECK (kind = ANY (ARRAY['off'::text, 'extra'::text]));
CREATE INDEX availability_exceptions_site ON availability_exceptions USING btree (site_id);
CREATE INDEX availability_exceptions_user ON availability_exceptions USING btree (user_id, day);
grant delete, insert, select, update on availability_exceptions to app_desk;
grant delete, insert, select, update on availability_exceptions to app_staff;
grant delete, insert, select, update on availability_exceptions to app_system;
grant delete, insert, select, update on availability_exceptions to flaira_app;
grant select on availability_exceptions to app_user;
alter table availability_exceptions enable row level security;
create policy administrators_work on availability_exceptions for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_sees_time_off on availability_exceptions for select to app_desk using (((site_id IS NULL) AND (user_id IN ( SELECT clinic_members.user_id
   FROM clinic_members))));
create policy desk_sets_exceptions on availability_exceptions for all to app_desk using ((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites))) with check (((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites)) AND (user_id IN ( SELECT clinic_members.user_id
   FROM clinic_members))));
create policy everybody_reads on availability_exceptions for select to app_staff, app_user using (true);
create policy own_exceptions on availability_exceptions for all to app_staff using ((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) OR works_at_site(site_id, '{owner,desk}'::text[]))) with check ((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) OR works_at_site(site_id, '{owner,desk}'::text[])));
create policy system_sees_all on availability_exceptions for all to app_system using (true) with check (true);

-- ── availability_rules ──

create table availability_rules (
  id uuid not null,
  user_id uuid not null,
  site_id uuid not null,
  weekday smallint not null,
  starts time without time zone not null,
  ends time without time zone not null,
  valid_from date not null,
  valid_to date
);
alter table availability_rules add constraint availability_rules_pkey PRIMARY KEY (id);
alter table availability_rules add constraint availability_rules_site_id_fkey FOREIGN KEY (site_id) REFERENCES clinic_sites(id) ON DELETE CASCADE;
alter table availability_rules add constraint availability_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table availability_rules add constraint availability_rules_check CHECK (ends > starts);
alter table availability_rules add constraint availability_rules_check1 CHECK (valid_to >= valid_from);
alter table availability_rules add constraint availability_rules_weekday_check CHECK (weekday >= 1 AND weekday <= 7);
CREATE INDEX availability_rules_site ON availability_rules USING btree (site_id);
CREATE INDEX availability_rules_user ON availability_rules USING btree (user_id, site_id);
grant delete, insert, select, update on availability_rules to app_desk;
grant delete, insert, select, update on availability_rules to app_staff;
grant delete, insert, select, update on availability_rules to app_system;
grant delete, insert, select, update on availability_rules to flaira_app;
grant select on availability_rules to app_user;
alter table availability_rules enable row level security;
create policy administrators_work on availability_rules for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_sets_hours on availability_rules for all to app_desk using ((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites))) with check (((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites)) AND (user_id IN ( SELECT clinic_members.user_id
   FROM clinic_members))));
create policy everybody_reads on availability_rules for select to app_staff, app_user using (true);
create policy own_hours on availability_rules for all to app_staff using (((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) AND works_at_site(site_id, '{owner,practitioner,nurse}'::text[])) OR works_at_site(site_id, '{owner,desk}'::text[]))) with check (((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) AND works_at_site(site_id, '{owner,practitioner,nurse}'::text[])) OR works_at_site(site_id, '{owner,desk}'::text[])));
create policy system_sees_all on availability_rules for all to app_system using (true) with check (true);

-- ── booked_times ──

create table booked_times (
  id uuid not null,
  clinic_id uuid not null,
  site_id uuid not null,
  service_id uuid not null,
  practitioner_id uuid not null,
  room_id uuid,
  during tstzrange not null,
  blocked tstzrange not null,
  state text not null,
  held_until timestamp with time zone,
  late_minutes integer,
  calendar_sequence integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table booked_times add constraint booked_times_pkey PRIMARY KEY (id);
alter table booked_times add constraint booked_times_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE CASCADE;
alter table booked_times add constraint booked_times_practitioner_id_fkey FOREIGN KEY (practitioner_id) REFERENCES users(id) ON DELETE CASCADE;
alter table booked_times add constraint booked_times_room_id_fkey FOREIGN KEY (room_id) REFERENCES clinic_rooms(id) ON DELETE CASCADE;
alter table booked_times add constraint booked_times_service_id_fkey FOREIGN KEY (service_id) REFERENCES clinic_services(id) ON DELETE CASCADE;
alter table booked_times add constraint booked_times_site_id_fkey FOREIGN KEY (site_id) REFERENCES clinic_sites(id) ON DELETE CASCADE;
alter table booked_times add constraint booked_times_check CHECK (blocked @> during);
alter table booked_times add constraint booked_times_check1 CHECK ((state = 'held'::text) = (held_until IS NOT NULL));
alter table booked_times add constraint booked_times_during_check CHECK (NOT isempty(during) AND lower_inc(during) AND NOT upper_inc(during));
alter table booked_times add constraint booked_times_late_minutes_check CHECK (late_minutes > 0);
alter table booked_times add constraint booked_times_state_check CHECK (state = ANY (ARRAY['held'::text, 'booked'::text, 'arrived'::text, 'done'::text, 'no_show'::text, 'cancelled'::text, 'released'::text]));
alter table booked_times add constraint one_at_a_time_for_practitioner EXCLUDE USING gist (practitioner_id WITH =, blocked WITH &&) WHERE (state = ANY (ARRAY['held'::text, 'booked'::text, 'arrived'::text, 'done'::text]));
alter table booked_times add constraint one_at_a_time_in_room EXCLUDE USING gist (room_id WITH =, blocked WITH &&) WHERE (room_id IS NOT NULL AND (state = ANY (ARRAY['held'::text, 'booked'::text, 'arrived'::text, 'done'::text])));
CREATE INDEX booked_times_clinic ON booked_times USING btree (clinic_id, lower(during));
CREATE INDEX booked_times_during ON booked_times USING gist (during);
CREATE INDEX booked_times_held ON booked_times USING btree (held_until) WHERE (state = 'held'::text);
CREATE INDEX booked_times_practitioner ON booked_times USING btree (practitioner_id, lower(during));
CREATE INDEX booked_times_room ON booked_times USING btree (room_id);
CREATE INDEX booked_times_service ON booked_times USING btree (service_id);
CREATE INDEX booked_times_site ON booked_times USING btree (site_id, lower(during));
CREATE TRIGGER booked_times_video AFTER UPDATE OF state, during, practitioner_id ON booked_times FOR EACH ROW EXECUTE FUNCTION time_changed_by_video();
CREATE TRIGGER guard_time BEFORE UPDATE OF practitioner_id, state ON booked_times FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['app_user'::name, 'app_desk'::name])) EXECUTE FUNCTION guard_time();
CREATE TRIGGER note_freed AFTER UPDATE ON booked_times FOR EACH ROW WHEN ((old.state = ANY (ARRAY['held'::text, 'booked'::text])) AND ((new.state = ANY (ARRAY['released'::text, 'cancelled'::text])) OR (new.state = ANY (ARRAY['held'::text, 'booked'::text])) AND (old.during IS DISTINCT FROM new.during OR old.practitioner_id IS DISTINCT FROM new.practitioner_id OR old.site_id IS DISTINCT FROM new.site_id))) EXECUTE FUNCTION note_freed_time();
grant delete, insert, select, update on booked_times to app_system;
grant delete, insert, select, update on booked_times to flaira_app;
grant insert, select, update on booked_times to app_staff;
grant select on booked_times to app_desk;
grant select on booked_times to app_user;
grant update (blocked, calendar_sequence, during, held_until, practitioner_id, room_id, site_id, state, updated_at) on booked_times to app_user;
grant update (blocked, calendar_sequence, during, late_minutes, practitioner_id, room_id, site_id, state, updated_at) on booked_times to app_desk;
alter table booked_times enable row level security;
alter table booked_times force row level security;
create policy administrators_work on booked_times for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy clinic_works on booked_times for all to app_staff using (((((practitioner_id)::text = ( SELECT request_user_id() AS request_user_id)) AND ( SELECT is_practitioner() AS is_practitioner)) OR works_at(clinic_id, '{owner,nurse,desk}'::text[]))) with check (((((practitioner_id)::text = ( SELECT request_user_id() AS request_user_id)) AND ( SELECT is_practitioner() AS is_practitioner) AND works_at(clinic_id, '{owner,practitioner,nurse,desk}'::text[])) OR works_at(clinic_id, '{owner,nurse,desk}'::text[])));
create policy desk_changes on booked_times for update to app_desk using ((clinic_id IN ( SELECT desk_clinics() AS desk_clinics))) with check (((clinic_id IN ( SELECT desk_clinics() AS desk_clinics)) AND (site_id IN ( SELECT s.id
   FROM clinic_sites s
  WHERE (s.clinic_id = booked_times.clinic_id)))));
create policy desk_reads on booked_times for select to app_desk using ((clinic_id IN ( SELECT desk_clinics() AS desk_clinics)));
create policy everybody_reads on booked_times for select to app_user using (true);
create policy patients_change_their_own on booked_times for update to app_user using ((id IN ( SELECT appointment_offer_times.time_id
   FROM appointment_offer_times))) with check ((id IN ( SELECT appointment_offer_times.time_id
   FROM appointment_offer_times)));
create policy system_sees_all on booked_times for all to app_system using (true) with check (true);

-- ── busy_feeds ──

create table busy_feeds (
  id uuid not null,
  user_id uuid not null,
  address text not null,
  name text not null default ''::text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  filled_at timestamp with time zone,
  failed_at timestamp with time zone,
  fault text,
  etag text
);
alter table busy_feeds add constraint busy_feeds_pkey PRIMARY KEY (id);
alter table busy_feeds add constraint busy_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX busy_feeds_address ON busy_feeds USING btree (user_id, address);
CREATE INDEX busy_feeds_user ON busy_feeds USING btree (user_id);
grant delete, insert, select, update on busy_feeds to app_staff;
grant delete, insert, select, update on busy_feeds to app_system;
grant delete, insert, select, update on busy_feeds to flaira_app;
alter table busy_feeds enable row level security;
alter table busy_feeds force row level security;
create policy own_feeds on busy_feeds for all to app_staff using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on busy_feeds for all to app_system using (true) with check (true);

-- ── busy_times ──

create table busy_times (
  feed_id uuid not null,
  user_id uuid not null,
  during tstzrange not null
);
alter table busy_times add constraint busy_times_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES busy_feeds(id) ON DELETE CASCADE;
alter table busy_times add constraint busy_times_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table busy_times add constraint busy_times_during_check CHECK (NOT isempty(during));
CREATE INDEX busy_times_feed ON busy_times USING btree (feed_id);
CREATE INDEX busy_times_user ON busy_times USING gist (user_id, during);
grant delete, insert, select, update on busy_times to app_system;
grant delete, insert, select, update on busy_times to flaira_app;
grant select (during, user_id) on busy_times to app_desk;
grant select on busy_times to app_staff;
grant select on busy_times to app_user;
alter table busy_times enable row level security;
alter table busy_times force row level security;
create policy desk_reads on busy_times for select to app_desk using ((user_id IN ( SELECT clinic_members.user_id
   FROM clinic_members)));
create policy everybody_reads on busy_times for select to app_staff, app_user using (true);
create policy system_sees_all on busy_times for all to app_system using (true) with check (true);

-- ── calendar_feeds ──

create table calendar_feeds (
  id uuid not null,
  user_id uuid,
  site_id uuid,
  created_by uuid,
  secret_hash text not null,
  shows_names boolean not null default false,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  revoked_at timestamp with time zone
);
alter table calendar_feeds add constraint calendar_feeds_pkey PRIMARY KEY (id);
alter table calendar_feeds add constraint calendar_feeds_secret_hash_key UNIQUE (secret_hash);
alter table calendar_feeds add constraint calendar_feeds_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE;
alter table calendar_feeds add constraint calendar_feeds_site_id_fkey FOREIGN KEY (site_id) REFERENCES clinic_sites(id) ON DELETE CASCADE;
alter table calendar_feeds add constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table calendar_feeds add constraint calendar_feeds_check CHECK ((user_id IS NULL) <> (site_id IS NULL));
CREATE INDEX calendar_feeds_created_by ON calendar_feeds USING btree (created_by);
CREATE INDEX calendar_feeds_site ON calendar_feeds USING btree (site_id);
CREATE INDEX calendar_feeds_user ON calendar_feeds USING btree (user_id);
grant delete, insert, select, update on calendar_feeds to app_system;
grant delete, insert, select, update on calendar_feeds to flaira_app;
grant insert, select on calendar_feeds to app_desk;
grant insert, select, update on calendar_feeds to app_staff;
grant update (revoked_at) on calendar_feeds to app_desk;
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy administrators_work on calendar_feeds for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_shares on calendar_feeds for all to app_desk using ((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites))) with check (((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites)) AND (user_id IS NULL)));
create policy own_calendar_feeds on calendar_feeds for all to app_staff using ((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) OR works_at_site(site_id, '{owner,desk}'::text[]))) with check ((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) OR works_at_site(site_id, '{owner,desk}'::text[])));
create policy system_sees_all on calendar_feeds for all to app_system using (true) with check (true);

-- ── case_credits ──

create table case_credits (
  case_id uuid not null,
  due_at timestamp with time zone not null,
  granted_at timestamp with time zone not null
);
alter table case_credits add constraint case_credits_pkey PRIMARY KEY (case_id, due_at);
alter table case_credits add constraint case_credits_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
grant delete, insert, select, update on case_credits to app_system;
grant delete, insert, select, update on case_credits to flaira_app;
grant select on case_credits to app_staff;
grant select on case_credits to app_user;
alter table case_credits enable row level security;
alter table case_credits force row level security;
create policy own_credits on case_credits for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on case_credits for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on case_credits for all to app_system using (true) with check (true);

-- ── case_events ──

create table case_events (
  id bigint not null generated always as identity,
  case_id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid,
  kind text not null
);
alter table case_events add constraint case_events_pkey PRIMARY KEY (id);
alter table case_events add constraint case_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL;
alter table case_events add constraint case_events_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table case_events add constraint case_events_kind_check CHECK (kind = ANY (ARRAY['received'::text, 'taken'::text, 'released'::text, 'taken_over'::text, 'handed_over'::text, 'assigned'::text, 'rendered'::text, 'published'::text, 'withdrawn'::text, 'photos_requested'::text, 'photos_request_withdrawn'::text, 'photos_received'::text, 'redo_requested'::text, 'reopened'::text, 'due_soon'::text, 'late'::text, 'opened'::text]));
CREATE INDEX case_events_actor_id_idx ON case_events USING btree (actor_id);
CREATE INDEX case_events_case ON case_events USING btree (case_id, id);
grant delete, insert, select, update on case_events to app_system;
grant delete, insert, select, update on case_events to flaira_app;
grant insert, select on case_events to app_staff;
alter table case_events enable row level security;
alter table case_events force row level security;
create policy staff_notes on case_events for insert to app_staff with check ((((actor_id)::text = ( SELECT request_user_id() AS request_user_id)) AND (( SELECT is_administrator() AS is_administrator) OR cares_for_case(case_id))));
create policy staff_reads on case_events for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on case_events for all to app_system using (true) with check (true);

-- ── case_messages ──

create table case_messages (
  id uuid not null default gen_random_uuid(),
  place bigint not null generated always as identity,
  case_id uuid not null,
  author_id uuid,
  is_staff boolean not null,
  body text not null,
  sent_at timestamp with time zone not null,
  read_at timestamp with time zone
);
alter table case_messages add constraint case_messages_pkey PRIMARY KEY (id);
alter table case_messages add constraint case_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
alter table case_messages add constraint case_messages_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
CREATE INDEX case_messages_author_id_idx ON case_messages USING btree (author_id);
CREATE INDEX case_messages_case ON case_messages USING btree (case_id, place);
CREATE INDEX case_messages_unread ON case_messages USING btree (case_id) WHERE (read_at IS NULL);
grant delete, insert, select, update on case_messages to app_system;
grant delete, insert, select, update on case_messages to flaira_app;
grant insert, select on case_messages to app_staff;
grant insert, select on case_messages to app_user;
grant update (read_at) on case_messages to app_staff;
grant update (read_at) on case_messages to app_user;
alter table case_messages enable row level security;
alter table case_messages force row level security;
create policy own on case_messages for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy own_read on case_messages for update to app_user using ((is_staff AND (case_id IN ( SELECT cases.id
   FROM cases))));
create policy own_sent on case_messages for insert to app_user with check ((((author_id)::text = ( SELECT request_user_id() AS request_user_id)) AND (NOT is_staff) AND (case_id IN ( SELECT cases.id
   FROM cases))));
create policy staff_read on case_messages for update to app_staff using (((NOT is_staff) AND cares_for_case(case_id)));
create policy staff_reads on case_messages for select to app_staff using (cares_for_case(case_id));
create policy staff_sends on case_messages for insert to app_staff with check ((((author_id)::text = ( SELECT request_user_id() AS request_user_id)) AND is_staff AND cares_for_case(case_id)));
create policy system_sees_all on case_messages for all to app_system using (true) with check (true);

-- ── case_notes ──

create table case_notes (
  case_id uuid not null,
  version integer not null,
  body text not null,
  saved_by uuid,
  saved_at timestamp with time zone not null
);
alter table case_notes add constraint case_notes_pkey PRIMARY KEY (case_id);
alter table case_notes add constraint case_notes_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table case_notes add constraint case_notes_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id) ON DELETE SET NULL;
alter table case_notes add constraint case_notes_version_check CHECK (version > 0);
CREATE INDEX case_notes_saved_by_idx ON case_notes USING btree (saved_by);
grant delete, insert, select, update on case_notes to app_system;
grant delete, insert, select, update on case_notes to flaira_app;
grant insert, select on case_notes to app_staff;
grant update (body, saved_at, saved_by, version) on case_notes to app_staff;
alter table case_notes enable row level security;
alter table case_notes force row level security;
create policy staff_reads on case_notes for select to app_staff using (cares_for_case(case_id));
create policy staff_rewrites on case_notes for update to app_staff using (cares_for_case(case_id)) with check (((saved_by)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_writes on case_notes for insert to app_staff with check ((((saved_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy system_sees_all on case_notes for all to app_system using (true) with check (true);

-- ── case_openings ──

create table case_openings (
  id uuid not null default gen_random_uuid(),
  case_id uuid not null,
  opened_by uuid,
  reason text not null,
  note text not null,
  opened_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  recorded_at timestamp with time zone not null default now()
);
alter table case_openings add constraint case_openings_pkey PRIMARY KEY (id);
alter table case_openings add constraint case_openings_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table case_openings add constraint case_openings_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id) ON DELETE SET NULL;
alter table case_openings add constraint case_openings_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id) ON DELETE SET NULL;
alter table case_openings add constraint case_openings_check CHECK (expires_at > opened_at AND expires_at <= (opened_at + '01:00:00'::interval));
alter table case_openings add constraint case_openings_note_check CHECK (length(note) >= 10);
alter table case_openings add constraint case_openings_reason_check CHECK (reason = ANY (ARRAY['covering'::text, 'emergency'::text, 'second_opinion'::text, 'patient_asked'::text, 'quality_review'::text, 'other'::text]));
CREATE INDEX case_openings_case ON case_openings USING btree (case_id, opened_at DESC);
CREATE INDEX case_openings_doctor ON case_openings USING btree (opened_by, case_id) WHERE (ended_at IS NULL);
CREATE INDEX case_openings_ended_by_idx ON case_openings USING btree (ended_by);
CREATE INDEX case_openings_opened_by_idx ON case_openings USING btree (opened_by);
grant delete, insert, select, update on case_openings to app_system;
grant delete, insert, select, update on case_openings to flaira_app;
grant insert (case_id, expires_at, note, opened_at, opened_by, reason) on case_openings to app_staff;
grant select on case_openings to app_staff;
grant update (ended_at, ended_by) on case_openings to app_staff;
alter table case_openings enable row level security;
alter table case_openings force row level security;
create policy opener_and_doctor_in_charge on case_openings for select to app_staff using ((((opened_by)::text = ( SELECT request_user_id() AS request_user_id)) OR (EXISTS ( SELECT
   FROM cases c
  WHERE ((c.id = case_openings.case_id) AND ((COALESCE(c.practitioner_id, c.assigned_to))::text = request_user_id()))))));
create policy opener_and_doctor_in_charge_end on case_openings for update to app_staff using (((ended_at IS NULL) AND (((opened_by)::text = ( SELECT request_user_id() AS request_user_id)) OR (EXISTS ( SELECT
   FROM cases c
  WHERE ((c.id = case_openings.case_id) AND ((COALESCE(c.practitioner_id, c.assigned_to))::text = request_user_id()))))))) with check (((ended_by)::text = ( SELECT request_user_id() AS request_user_id)));
create policy own_opening on case_openings for insert to app_staff with check ((((opened_by)::text = ( SELECT request_user_id() AS request_user_id)) AND ( SELECT is_doctor() AS is_doctor)));
create policy system_sees_all on case_openings for all to app_system using (true) with check (true);

-- ── case_photos ──

create table case_photos (
  case_id uuid not null,
  pose text not null,
  photo_id uuid not null
);
alter table case_photos add constraint case_photos_pkey PRIMARY KEY (case_id, pose);
alter table case_photos add constraint case_photos_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table case_photos add constraint case_photos_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photos(id) ON DELETE CASCADE;
alter table case_photos add constraint case_photos_pose_check CHECK (pose = ANY (ARRAY['front'::text, 'right'::text, 'left'::text, 'frown'::text, 'raised_brows'::text, 'smile'::text]));
CREATE INDEX case_photos_photo ON case_photos USING btree (photo_id);
grant delete, insert, select, update on case_photos to app_system;
grant delete, insert, select, update on case_photos to flaira_app;
grant select on case_photos to app_staff;
grant select on case_photos to app_user;
alter table case_photos enable row level security;
alter table case_photos force row level security;
create policy own_case_photos on case_photos for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on case_photos for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on case_photos for all to app_system using (true) with check (true);

-- ── case_reopenings ──

create table case_reopenings (
  id uuid not null default gen_random_uuid(),
  case_id uuid not null,
  asked_by uuid,
  asked_as text not null,
  note text not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  answered_by uuid,
  is_agreed boolean
);
alter table case_reopenings add constraint case_reopenings_pkey PRIMARY KEY (id);
alter table case_reopenings add constraint case_reopenings_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL;
alter table case_reopenings add constraint case_reopenings_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL;
alter table case_reopenings add constraint case_reopenings_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table case_reopenings add constraint case_reopenings_asked_as_check CHECK (asked_as = ANY (ARRAY['practitioner'::text, 'admin'::text]));
alter table case_reopenings add constraint case_reopenings_check CHECK (expires_at > asked_at);
alter table case_reopenings add constraint case_reopenings_check1 CHECK (answered_by <> asked_by);
alter table case_reopenings add constraint case_reopenings_check2 CHECK ((answered_at IS NULL) = (is_agreed IS NULL));
alter table case_reopenings add constraint case_reopenings_note_check CHECK (length(note) >= 10);
CREATE INDEX case_reopenings_answered_by_idx ON case_reopenings USING btree (answered_by);
CREATE INDEX case_reopenings_asked_by_idx ON case_reopenings USING btree (asked_by);
CREATE INDEX case_reopenings_case ON case_reopenings USING btree (case_id, asked_at DESC);
CREATE INDEX case_reopenings_open ON case_reopenings USING btree (expires_at) WHERE (answered_at IS NULL);
grant delete, insert, select, update on case_reopenings to app_system;
grant delete, insert, select, update on case_reopenings to flaira_app;
grant insert (asked_as, asked_at, asked_by, case_id, expires_at, note) on case_reopenings to app_staff;
grant select on case_reopenings to app_staff;
alter table case_reopenings enable row level security;
alter table case_reopenings force row level security;
create policy system_sees_all on case_reopenings for all to app_system using (true) with check (true);
create policy team_asks on case_reopenings for insert to app_staff with check ((((asked_by)::text = ( SELECT request_user_id() AS request_user_id)) AND (answered_at IS NULL) AND
CASE asked_as
    WHEN 'admin'::text THEN ( SELECT is_administrator() AS is_administrator)
    ELSE ( SELECT is_doctor() AS is_doctor)
END));
create policy team_reads on case_reopenings for select to app_staff using ((( SELECT is_doctor() AS is_doctor) OR ( SELECT is_administrator() AS is_administrator)));

-- ── case_steps ──

create table case_steps (
  case_id uuid not null,
  kind text not null,
  at timestamp with time zone not null
);
alter table case_steps add constraint case_steps_pkey PRIMARY KEY (case_id, kind);
alter table case_steps add constraint case_steps_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table case_steps add constraint case_steps_kind_check CHECK (kind = ANY (ARRAY['health_read'::text, 'drawing'::text, 'signing'::text]));
grant delete, insert, select, update on case_steps to app_system;
grant delete, insert, select, update on case_steps to flaira_app;
grant insert, select on case_steps to app_staff;
grant select on case_steps to app_user;
grant update (at) on case_steps to app_staff;
alter table case_steps enable row level security;
alter table case_steps force row level security;
create policy own on case_steps for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_notes on case_steps for insert to app_staff with check (cares_for_case(case_id));
create policy staff_reads on case_steps for select to app_staff using (cares_for_case(case_id));
create policy staff_renews on case_steps for update to app_staff using (cares_for_case(case_id));
create policy system_sees_all on case_steps for all to app_system using (true) with check (true);

-- ── cases ──

create table cases (
  id uuid not null default gen_random_uuid(),
  number text not null default ('FL-'::text || nextval('case_numbers'::regclass)),
  patient_id uuid not null,
  status text not null default 'received'::text,
  plan text not null,
  received_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  practitioner_id uuid,
  taken_at timestamp with time zone,
  published_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  assigned_to uuid,
  waits_since timestamp with time zone
);
alter table cases add constraint cases_pkey PRIMARY KEY (id);
alter table cases add constraint cases_number_key UNIQUE (number);
alter table cases add constraint cases_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id) ON DELETE SET NULL;
alter table cases add constraint cases_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE;
alter table cases add constraint cases_practitioner_id_fkey FOREIGN KEY (practitioner_id) REFERENCES users(id) ON DELETE SET NULL;
alter table cases add constraint cases_check CHECK ((status = 'published'::text) <= (published_at IS NOT NULL));
alter table cases add constraint cases_check1 CHECK ((status = 'in_review'::text) <= (taken_at IS NOT NULL));
alter table cases add constraint cases_plan_check CHECK (plan = ANY (ARRAY['free'::text, 'essential'::text, 'plus'::text, 'elite'::text]));
alter table cases add constraint cases_status_check CHECK (status = ANY (ARRAY['received'::text, 'in_review'::text, 'published'::text, 'withdrawn'::text]));
CREATE INDEX cases_assigned ON cases USING btree (assigned_to) WHERE (status = ANY (ARRAY['received'::text, 'in_review'::text]));
CREATE INDEX cases_assigned_to_idx ON cases USING btree (assigned_to);
CREATE INDEX cases_due ON cases USING btree (due_at) WHERE (status = ANY (ARRAY['received'::text, 'in_review'::text]));
CREATE UNIQUE INDEX cases_open ON cases USING btree (patient_id) WHERE (status = ANY (ARRAY['received'::text, 'in_review'::text]));
CREATE INDEX cases_patient ON cases USING btree (patient_id, received_at DESC);
CREATE INDEX cases_practitioner_id_idx ON cases USING btree (practitioner_id);
CREATE INDEX cases_published ON cases USING btree (published_at DESC) WHERE (status = 'published'::text);
CREATE INDEX cases_received ON cases USING btree (received_at DESC, id DESC);
grant delete, insert, select, update on cases to app_system;
grant delete, insert, select, update on cases to flaira_app;
grant select on cases to app_staff;
grant select on cases to app_user;
grant update (assigned_to, due_at, practitioner_id, published_at, status, taken_at, waits_since) on cases to app_staff;
alter table cases enable row level security;
alter table cases force row level security;
create policy own_cases on cases for select to app_user using (((patient_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on cases for select to app_staff using (((status <> 'withdrawn'::text) AND (( SELECT is_doctor() AS is_doctor) OR ( SELECT is_administrator() AS is_administrator))));
create policy staff_works on cases for update to app_staff using (((status = ANY (ARRAY['received'::text, 'in_review'::text])) AND (( SELECT is_administrator() AS is_administrator) OR cares_for_case(id)))) with check (true);
create policy system_sees_all on cases for all to app_system using (true) with check (true);

-- ── challenge_joins ──

create table challenge_joins (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  challenge text not null,
  metric text not null,
  target integer not null,
  joined_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  zone text not null
);
alter table challenge_joins add constraint challenge_joins_pkey PRIMARY KEY (id);
alter table challenge_joins add constraint challenge_joins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table challenge_joins add constraint challenge_joins_check CHECK (ends_at > joined_at);
alter table challenge_joins add constraint challenge_joins_target_check CHECK (target > 0);
CREATE INDEX challenge_joins_user ON challenge_joins USING btree (user_id, challenge, joined_at DESC);
grant delete, insert, select on challenge_joins to app_user;
grant delete, insert, select, update on challenge_joins to app_system;
grant delete, insert, select, update on challenge_joins to flaira_app;
alter table challenge_joins enable row level security;
alter table challenge_joins force row level security;
create policy own on challenge_joins for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on challenge_joins for all to app_system using (true) with check (true);

-- ── channel_invites ──

create table channel_invites (
  id uuid not null default gen_random_uuid(),
  channel_id uuid not null,
  user_id uuid not null,
  invited_by uuid,
  created_at timestamp with time zone not null
);
alter table channel_invites add constraint channel_invites_pkey PRIMARY KEY (id);
alter table channel_invites add constraint channel_invites_channel_id_user_id_key UNIQUE (channel_id, user_id);
alter table channel_invites add constraint channel_invites_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table channel_invites add constraint channel_invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL;
alter table channel_invites add constraint channel_invites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX channel_invites_invited_by_idx ON channel_invites USING btree (invited_by);
CREATE INDEX channel_invites_user ON channel_invites USING btree (user_id);
grant delete, insert, select, update on channel_invites to app_system;
grant delete, insert, select, update on channel_invites to flaira_app;

-- ── channel_join_requests ──

create table channel_join_requests (
  channel_id uuid not null,
  user_id uuid not null,
  words text not null default ''::text,
  created_at timestamp with time zone not null
);
alter table channel_join_requests add constraint channel_join_requests_pkey PRIMARY KEY (channel_id, user_id);
alter table channel_join_requests add constraint channel_join_requests_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table channel_join_requests add constraint channel_join_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX channel_join_requests_user_id_idx ON channel_join_requests USING btree (user_id);
grant delete, insert, select, update on channel_join_requests to app_system;
grant delete, insert, select, update on channel_join_requests to flaira_app;

-- ── channel_members ──

create table channel_members (
  channel_id uuid not null,
  user_id uuid not null,
  role text not null default 'member'::text,
  joined_at timestamp with time zone not null,
  seen_at timestamp with time zone not null
);
alter table channel_members add constraint channel_members_pkey PRIMARY KEY (channel_id, user_id);
alter table channel_members add constraint channel_members_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table channel_members add constraint channel_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table channel_members add constraint channel_members_role_check CHECK (role = ANY (ARRAY['owner'::text, 'moderator'::text, 'member'::text]));
CREATE INDEX channel_members_staff ON channel_members USING btree (channel_id) WHERE (role <> 'member'::text);
CREATE INDEX channel_members_user ON channel_members USING btree (user_id, role);
CREATE TRIGGER count_members AFTER INSERT OR DELETE ON channel_members FOR EACH ROW EXECUTE FUNCTION channel_members_count();
grant delete, insert, select, update on channel_members to app_system;
grant delete, insert, select, update on channel_members to flaira_app;

-- ── channel_themes ──

create table channel_themes (
  channel_id uuid not null,
  theme text not null,
  "position" integer not null
);
alter table channel_themes add constraint channel_themes_pkey PRIMARY KEY (channel_id, theme);
alter table channel_themes add constraint channel_themes_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
CREATE INDEX channel_themes_theme ON channel_themes USING btree (fold(theme));
grant delete, insert, select, update on channel_themes to app_system;
grant delete, insert, select, update on channel_themes to flaira_app;

-- ── channels ──

create table channels (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  kind text not null default 'community'::text,
  page_of uuid,
  name text,
  description text,
  visibility text not null default 'open'::text,
  join_policy text not null default 'open'::text,
  rules text[] not null default '{}'::text[],
  banner_path text,
  icon_path text,
  members_count integer not null default 0,
  posts_count integer not null default 0,
  created_by uuid,
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  delete_at timestamp with time zone,
  web_since timestamp with time zone,
  names text not null generated always as (fold(((((slug || ' '::text) || COALESCE(name, ''::text)) || ' '::text) || COALESCE(description, ''::text)))) stored
);
alter table channels add constraint channels_pkey PRIMARY KEY (id);
alter table channels add constraint channels_page_of_key UNIQUE (page_of);
alter table channels add constraint channels_slug_key UNIQUE (slug);
alter table channels add constraint channels_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
alter table channels add constraint channels_page_of_fkey FOREIGN KEY (page_of) REFERENCES users(id) ON DELETE CASCADE;
alter table channels add constraint channels_check CHECK ((kind = 'page'::text) = (page_of IS NOT NULL));
alter table channels add constraint channels_ending CHECK (kind = 'community'::text OR archived_at IS NULL AND delete_at IS NULL);
alter table channels add constraint channels_join_policy_check CHECK (join_policy = ANY (ARRAY['open'::text, 'request'::text]));
alter table channels add constraint channels_kind_check CHECK (kind = ANY (ARRAY['community'::text, 'page'::text]));
alter table channels add constraint channels_members_count_check CHECK (members_count >= 0);
alter table channels add constraint channels_on_web CHECK (web_since IS NULL OR kind = 'community'::text);
alter table channels add constraint channels_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(slug) >= 3);
alter table channels add constraint channels_visibility_check CHECK (visibility = ANY (ARRAY['open'::text, 'paid'::text, 'elite_only'::text]));
CREATE INDEX channels_created_by_idx ON channels USING btree (created_by);
CREATE INDEX channels_ending_at ON channels USING btree (delete_at) WHERE (delete_at IS NOT NULL);
CREATE INDEX channels_name ON channels USING btree (kind, fold(COALESCE(name, ''::text)), id);
CREATE INDEX channels_names ON channels USING gin (names gin_trgm_ops);
grant delete, insert, select, update on channels to app_system;
grant delete, insert, select, update on channels to flaira_app;

-- ── checkouts ──

create table checkouts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  sku text not null,
  amount_cents bigint not null,
  currency text not null,
  variant text,
  region text not null,
  status text not null default 'open'::text,
  page_id text,
  page_url text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone
);
alter table checkouts add constraint checkouts_pkey PRIMARY KEY (id);
alter table checkouts add constraint checkouts_page_id_key UNIQUE (page_id);
alter table checkouts add constraint checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table checkouts add constraint checkouts_status_check CHECK (status = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text]));
alter table checkouts add constraint checkouts_variant_check CHECK (variant = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]));
CREATE UNIQUE INDEX checkouts_open ON checkouts USING btree (user_id) WHERE (status = 'open'::text);
CREATE INDEX checkouts_user ON checkouts USING btree (user_id, created_at DESC);
grant delete, insert, select, update on checkouts to app_system;
grant delete, insert, select, update on checkouts to flaira_app;
grant select on checkouts to app_user;
alter table checkouts enable row level security;
alter table checkouts force row level security;
create policy own_checkouts on checkouts for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on checkouts for all to app_system using (true) with check (true);

-- ── clinic_members ──

create table clinic_members (
  clinic_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null
);
alter table clinic_members add constraint clinic_members_pkey PRIMARY KEY (clinic_id, user_id);
alter table clinic_members add constraint clinic_members_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE CASCADE;
alter table clinic_members add constraint clinic_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table clinic_members add constraint clinic_members_role_check CHECK (role = ANY (ARRAY['owner'::text, 'practitioner'::text, 'nurse'::text, 'desk'::text]));
CREATE INDEX clinic_members_user ON clinic_members USING btree (user_id);
grant delete, insert, select, update on clinic_members to app_staff;
grant delete, insert, select, update on clinic_members to app_system;
grant delete, insert, select, update on clinic_members to flaira_app;
grant select on clinic_members to app_desk;
alter table clinic_members enable row level security;
create policy administrators_work on clinic_members for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_reads on clinic_members for select to app_desk using ((clinic_id IN ( SELECT desk_clinics() AS desk_clinics)));
create policy members_read on clinic_members for select to app_staff using (works_at(clinic_id, '{owner,practitioner,nurse,desk}'::text[]));
create policy system_sees_all on clinic_members for all to app_system using (true) with check (true);

-- ── clinic_rooms ──

create table clinic_rooms (
  id uuid not null,
  site_id uuid not null,
  name text not null,
  kind text not null,
  is_active boolean not null default true
);
alter table clinic_rooms add constraint clinic_rooms_pkey PRIMARY KEY (id);
alter table clinic_rooms add constraint clinic_rooms_site_id_fkey FOREIGN KEY (site_id) REFERENCES clinic_sites(id) ON DELETE CASCADE;
alter table clinic_rooms add constraint clinic_rooms_kind_check CHECK (kind = ANY (ARRAY['room'::text, 'device'::text]));
alter table clinic_rooms add constraint clinic_rooms_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 80);
CREATE INDEX clinic_rooms_site ON clinic_rooms USING btree (site_id);
grant delete, insert, select, update on clinic_rooms to app_staff;
grant delete, insert, select, update on clinic_rooms to app_system;
grant delete, insert, select, update on clinic_rooms to flaira_app;
grant select on clinic_rooms to app_desk;
grant select on clinic_rooms to app_user;
alter table clinic_rooms enable row level security;
create policy administrators_work on clinic_rooms for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_reads on clinic_rooms for select to app_desk using ((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites)));
create policy everybody_reads on clinic_rooms for select to app_staff, app_user using (true);
create policy system_sees_all on clinic_rooms for all to app_system using (true) with check (true);

-- ── clinic_services ──

create table clinic_services (
  id uuid not null,
  clinic_id uuid not null,
  name_en text not null,
  name_fr text not null,
  treatment text not null default 'Other'::text,
  minutes integer not null,
  buffer_before integer not null default 0,
  buffer_after integer not null default 0,
  lead_hours integer not null default 24,
  days_ahead integer not null default 90,
  price_cents integer,
  deposit_cents integer,
  currency text not null default 'EUR'::text,
  is_direct boolean not null default false,
  is_video boolean not null default false,
  free_until_hours integer not null default 48,
  is_review boolean not null default false,
  is_active boolean not null default true,
  created_at timestamp with time zone not null
);
alter table clinic_services add constraint clinic_services_pkey PRIMARY KEY (id);
alter table clinic_services add constraint clinic_services_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE CASCADE;
alter table clinic_services add constraint clinic_services_buffer_after_check CHECK (buffer_after >= 0 AND buffer_after <= 120);
alter table clinic_services add constraint clinic_services_buffer_before_check CHECK (buffer_before >= 0 AND buffer_before <= 120);
alter table clinic_services add constraint clinic_services_check CHECK (deposit_cents > 0 AND deposit_cents <= price_cents);
alter table clinic_services add constraint clinic_services_check1 CHECK (NOT is_direct OR price_cents IS NOT NULL);
alter table clinic_services add constraint clinic_services_currency_check CHECK (currency = ANY (ARRAY['EUR'::text, 'USD'::text, 'CAD'::text, 'AED'::text, 'GBP'::text]));
alter table clinic_services add constraint clinic_services_days_ahead_check CHECK (days_ahead >= 1 AND days_ahead <= 365);
alter table clinic_services add constraint clinic_services_free_until_hours_check CHECK (free_until_hours >= 0 AND free_until_hours <= 720);
alter table clinic_services add constraint clinic_services_lead_hours_check CHECK (lead_hours >= 0 AND lead_hours <= 720);
alter table clinic_services add constraint clinic_services_minutes_check CHECK (minutes >= 5 AND minutes <= 480);
alter table clinic_services add constraint clinic_services_name_en_check CHECK (char_length(name_en) >= 1 AND char_length(name_en) <= 120);
alter table clinic_services add constraint clinic_services_name_fr_check CHECK (char_length(name_fr) >= 1 AND char_length(name_fr) <= 120);
alter table clinic_services add constraint clinic_services_price_cents_check CHECK (price_cents > 0);
alter table clinic_services add constraint clinic_services_treatment_check CHECK (treatment = ANY (ARRAY['Botox'::text, 'Hyaluronic acid'::text, 'Laser'::text, 'Peeling'::text, 'Thread lift'::text, 'Mesotherapy'::text, 'Consultation'::text, 'Other'::text]));
alter table clinic_services add constraint reviews_are_free CHECK (NOT is_review OR price_cents IS NULL);
CREATE INDEX clinic_services_clinic ON clinic_services USING btree (clinic_id);
grant delete, insert, select, update on clinic_services to app_staff;
grant delete, insert, select, update on clinic_services to app_system;
grant delete, insert, select, update on clinic_services to flaira_app;
grant select on clinic_services to app_desk;
grant select on clinic_services to app_user;
alter table clinic_services enable row level security;
create policy administrators_work on clinic_services for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_reads on clinic_services for select to app_desk using ((clinic_id IN ( SELECT desk_clinics() AS desk_clinics)));
create policy everybody_reads on clinic_services for select to app_staff, app_user using (true);
create policy system_sees_all on clinic_services for all to app_system using (true) with check (true);

-- ── clinic_sites ──

create table clinic_sites (
  id uuid not null,
  clinic_id uuid not null,
  provider_id uuid,
  name text not null,
  address text not null default ''::text,
  phone text not null default ''::text,
  country text not null,
  timezone text not null,
  checked_at timestamp with time zone,
  is_active boolean not null default true,
  created_at timestamp with time zone not null
);
alter table clinic_sites add constraint clinic_sites_pkey PRIMARY KEY (id);
alter table clinic_sites add constraint clinic_sites_provider_id_key UNIQUE (provider_id);
alter table clinic_sites add constraint clinic_sites_clinic_id_fkey FOREIGN KEY (clinic_id) REFERENCES clinics(id) ON DELETE CASCADE;
alter table clinic_sites add constraint clinic_sites_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES providers(id);
alter table clinic_sites add constraint clinic_sites_country_check CHECK (country ~ '^[A-Z]{2}$'::text);
alter table clinic_sites add constraint clinic_sites_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 120);
CREATE INDEX clinic_sites_clinic ON clinic_sites USING btree (clinic_id);
CREATE TRIGGER keep_provider AFTER UPDATE OF name, address, phone, is_active ON clinic_sites FOR EACH ROW WHEN (new.provider_id IS NOT NULL) EXECUTE FUNCTION provider_of_place();
grant delete, insert, select, update on clinic_sites to app_staff;
grant delete, insert, select, update on clinic_sites to app_system;
grant delete, insert, select, update on clinic_sites to flaira_app;
grant select on clinic_sites to app_desk;
grant select on clinic_sites to app_user;
alter table clinic_sites enable row level security;
create policy administrators_work on clinic_sites for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_reads on clinic_sites for select to app_desk using ((clinic_id IN ( SELECT desk_clinics() AS desk_clinics)));
create policy everybody_reads on clinic_sites for select to app_staff, app_user using (true);
create policy system_sees_all on clinic_sites for all to app_system using (true) with check (true);

-- ── clinical_photos ──

create table clinical_photos (
  id uuid not null,
  case_id uuid not null,
  view text not null,
  taken_on date not null,
  device text not null,
  distance_cm integer not null,
  light text not null,
  taken_by text not null,
  added_by uuid,
  sha256 text not null,
  width_px integer not null,
  height_px integer not null,
  created_at timestamp with time zone not null
);
alter table clinical_photos add constraint clinical_photos_pkey PRIMARY KEY (id);
alter table clinical_photos add constraint clinical_photos_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id) ON DELETE SET NULL;
alter table clinical_photos add constraint clinical_photos_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table clinical_photos add constraint clinical_photos_id_fkey FOREIGN KEY (id) REFERENCES photo_objects(id);
alter table clinical_photos add constraint clinical_photos_device_check CHECK (device <> ''::text);
alter table clinical_photos add constraint clinical_photos_distance_cm_check CHECK (distance_cm >= 20 AND distance_cm <= 400);
alter table clinical_photos add constraint clinical_photos_light_check CHECK (light = ANY (ARRAY['daylight'::text, 'room'::text, 'ring'::text, 'flash'::text, 'mixed'::text]));
alter table clinical_photos add constraint clinical_photos_taken_by_check CHECK (taken_by = ANY (ARRAY['doctor'::text, 'patient'::text]));
alter table clinical_photos add constraint clinical_photos_view_check CHECK (view = ANY (ARRAY['front'::text, 'right'::text, 'left'::text, 'profile_right'::text, 'profile_left'::text, 'frown'::text, 'raised_brows'::text, 'smile'::text]));
CREATE INDEX clinical_photos_added_by_idx ON clinical_photos USING btree (added_by);
CREATE INDEX clinical_photos_case ON clinical_photos USING btree (case_id, view, created_at DESC);
grant delete, insert, select on clinical_photos to app_system;
grant delete, insert, select on clinical_photos to flaira_app;
grant insert, select on clinical_photos to app_staff;
grant insert, select on clinical_photos to app_user;
grant update (added_by) on clinical_photos to app_system;
alter table clinical_photos enable row level security;
alter table clinical_photos force row level security;
create policy own on clinical_photos for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy own_added on clinical_photos for insert to app_user with check (((taken_by = 'patient'::text) AND ((added_by)::text = ( SELECT request_user_id() AS request_user_id)) AND (case_id IN ( SELECT s.case_id
   FROM clinical_sets s
  WHERE (s.taken_by = 'patient'::text)))));
create policy staff_adds on clinical_photos for insert to app_staff with check (((taken_by = 'doctor'::text) AND ((added_by)::text = ( SELECT request_user_id() AS request_user_id)) AND (case_id IN ( SELECT s.case_id
   FROM clinical_sets s))));
create policy staff_reads on clinical_photos for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on clinical_photos for all to app_system using (true) with check (true);

-- ── clinical_sets ──

create table clinical_sets (
  case_id uuid not null,
  taken_by text not null,
  chosen_by uuid,
  chosen_at timestamp with time zone not null
);
alter table clinical_sets add constraint clinical_sets_pkey PRIMARY KEY (case_id);
alter table clinical_sets add constraint clinical_sets_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table clinical_sets add constraint clinical_sets_chosen_by_fkey FOREIGN KEY (chosen_by) REFERENCES users(id) ON DELETE SET NULL;
alter table clinical_sets add constraint clinical_sets_taken_by_check CHECK (taken_by = ANY (ARRAY['doctor'::text, 'patient'::text]));
CREATE INDEX clinical_sets_chosen_by_idx ON clinical_sets USING btree (chosen_by);
grant delete, insert, select, update on clinical_sets to app_staff;
grant delete, insert, select, update on clinical_sets to app_system;
grant delete, insert, select, update on clinical_sets to flaira_app;
grant select on clinical_sets to app_user;
alter table clinical_sets enable row level security;
alter table clinical_sets force row level security;
create policy own on clinical_sets for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_changes on clinical_sets for update to app_staff using (cares_for_case(case_id)) with check (((chosen_by)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_chooses on clinical_sets for insert to app_staff with check ((((chosen_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy staff_ends on clinical_sets for delete to app_staff using (cares_for_case(case_id));
create policy staff_reads on clinical_sets for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on clinical_sets for all to app_system using (true) with check (true);

-- ── clinics ──

create table clinics (
  id uuid not null,
  name text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null
);
alter table clinics add constraint clinics_pkey PRIMARY KEY (id);
alter table clinics add constraint clinics_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 120);
grant delete, insert, select, update on clinics to app_staff;
grant delete, insert, select, update on clinics to app_system;
grant delete, insert, select, update on clinics to flaira_app;
grant select on clinics to app_desk;
grant select on clinics to app_user;
alter table clinics enable row level security;
create policy administrators_work on clinics for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_reads on clinics for select to app_desk using ((id IN ( SELECT desk_clinics() AS desk_clinics)));
create policy everybody_reads on clinics for select to app_staff, app_user using (true);
create policy system_sees_all on clinics for all to app_system using (true) with check (true);

-- ── comments ──

create table comments (
  channel_id uuid not null,
  post_id uuid not null,
  id uuid not null,
  parent_id uuid,
  reply_to_id uuid,
  depth smallint not null default 0,
  author_id uuid,
  visibility text not null,
  state text not null default 'visible'::text,
  body text not null,
  words text not null,
  lang text,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  likes_count integer not null default 0,
  replies_count integer not null default 0,
  search tsvector not null
);
alter table comments add constraint comments_pkey PRIMARY KEY (channel_id, id);
alter table comments add constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
alter table comments add constraint comments_channel_id_post_id_fkey FOREIGN KEY (channel_id, post_id) REFERENCES posts(channel_id, id) ON DELETE CASCADE;
alter table comments add constraint comments_check CHECK ((parent_id IS NULL) = (depth = 0));
alter table comments add constraint comments_depth_check CHECK (depth >= 0 AND depth <= 2);
alter table comments add constraint comments_state_check CHECK (state = ANY (ARRAY['visible'::text, 'held'::text, 'removed'::text, 'deleted'::text]));
CREATE INDEX comments_author ON comments USING btree (author_id, id DESC);
CREATE INDEX comments_best ON comments USING btree (post_id, parent_id, likes_count DESC, id);
CREATE INDEX comments_channel_id_post_id_idx ON comments USING btree (channel_id, post_id);
CREATE UNIQUE INDEX comments_id ON comments USING btree (id);
CREATE INDEX comments_post ON comments USING btree (post_id, id);
CREATE INDEX comments_search ON comments USING gin (search) WITH (fastupdate=off);
CREATE INDEX comments_time ON comments USING btree (post_id, parent_id, id);
CREATE TRIGGER index_words BEFORE INSERT OR UPDATE OF words, state, visibility, author_id, lang ON comments FOR EACH ROW EXECUTE FUNCTION comments_index_words();
grant delete, insert, select, update on comments to app_system;
grant delete, insert, select, update on comments to flaira_app;

-- ── community_digests ──

create table community_digests (
  user_id uuid not null,
  is_on boolean not null,
  chosen_at timestamp with time zone not null,
  told_until timestamp with time zone,
  sent_at timestamp with time zone,
  leave_key uuid not null default gen_random_uuid()
);
alter table community_digests add constraint community_digests_pkey PRIMARY KEY (user_id);
alter table community_digests add constraint community_digests_leave_key_key UNIQUE (leave_key);
alter table community_digests add constraint community_digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX community_digests_on ON community_digests USING btree (user_id) WHERE is_on;
grant delete, insert, select, update on community_digests to app_system;
grant delete, insert, select, update on community_digests to flaira_app;
grant insert, select, update on community_digests to app_staff;
grant insert, select, update on community_digests to app_user;
alter table community_digests enable row level security;
alter table community_digests force row level security;
create policy own_community_digests on community_digests for all to app_staff, app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on community_digests for all to app_system using (true) with check (true);

-- ── community_drafts ──

create table community_drafts (
  id uuid not null,
  user_id uuid not null,
  channel_id uuid,
  post_id uuid,
  parent_id uuid,
  editing_id uuid,
  title text not null,
  body text not null,
  tags text[] not null,
  saved_at timestamp with time zone not null
);
alter table community_drafts add constraint community_drafts_pkey PRIMARY KEY (user_id, id);
alter table community_drafts add constraint community_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
grant delete, insert, select, update on community_drafts to app_system;
grant delete, insert, select, update on community_drafts to app_user;
grant delete, insert, select, update on community_drafts to flaira_app;
alter table community_drafts enable row level security;
alter table community_drafts force row level security;
create policy own_drafts on community_drafts for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on community_drafts for all to app_system using (true) with check (true);

-- ── community_follows ──

create table community_follows (
  user_id uuid not null,
  kind text not null,
  target text not null,
  state text not null,
  at timestamp with time zone not null
);
alter table community_follows add constraint community_follows_pkey PRIMARY KEY (user_id, kind, target);
alter table community_follows add constraint community_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table community_follows add constraint community_follows_kind_check CHECK (kind = ANY (ARRAY['person'::text, 'channel'::text, 'tag'::text, 'post'::text]));
alter table community_follows add constraint community_follows_state_check CHECK (state = ANY (ARRAY['follow'::text, 'mute'::text]));
CREATE INDEX community_follows_target ON community_follows USING btree (kind, target) WHERE (state = 'follow'::text);
grant delete, insert, select, update on community_follows to app_system;
grant delete, insert, select, update on community_follows to flaira_app;

-- ── community_images ──

create table community_images (
  id uuid not null,
  path text not null,
  kind text not null,
  channel_id uuid,
  uploaded_by uuid,
  subject text not null,
  consent_at timestamp with time zone,
  content_id uuid,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null
);
alter table community_images add constraint community_images_pkey PRIMARY KEY (id);
alter table community_images add constraint community_images_path_key UNIQUE (path);
alter table community_images add constraint community_images_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE SET NULL;
alter table community_images add constraint community_images_id_fkey FOREIGN KEY (id) REFERENCES photo_objects(id);
alter table community_images add constraint community_images_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL;
alter table community_images add constraint community_images_check CHECK (subject <> 'other'::text OR consent_at IS NOT NULL);
alter table community_images add constraint community_images_kind_check CHECK (kind = ANY (ARRAY['post'::text, 'banner'::text, 'icon'::text]));
alter table community_images add constraint community_images_subject_check CHECK (subject = ANY (ARRAY['nobody'::text, 'self'::text, 'other'::text]));
CREATE INDEX community_images_channel ON community_images USING btree (channel_id);
CREATE INDEX community_images_content ON community_images USING btree (content_id) WHERE (content_id IS NOT NULL);
CREATE INDEX community_images_uploader ON community_images USING btree (uploaded_by);
grant delete, insert, select, update on community_images to app_system;
grant delete, insert, select, update on community_images to flaira_app;

-- ── community_lexicon ──

create table community_lexicon (
  word text not null
);
alter table community_lexicon add constraint community_lexicon_pkey PRIMARY KEY (word);
CREATE INDEX community_lexicon_like ON community_lexicon USING btree (word text_pattern_ops);
grant delete, insert, select, update on community_lexicon to app_system;
grant delete, insert, select, update on community_lexicon to flaira_app;

-- ── community_presence ──

create table community_presence (
  user_id uuid not null,
  seen_at timestamp with time zone not null
);
alter table community_presence add constraint community_presence_pkey PRIMARY KEY (user_id);
alter table community_presence add constraint community_presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX community_presence_seen ON community_presence USING btree (seen_at);
grant delete, insert, select, update on community_presence to app_system;
grant delete, insert, select, update on community_presence to flaira_app;

-- ── community_profiles ──

create table community_profiles (
  user_id uuid not null,
  handle text not null,
  display_name text not null,
  bio text not null default ''::text,
  contributions integer not null default 0,
  likes integer not null default 0,
  created_at timestamp with time zone not null default now(),
  named_at timestamp with time zone,
  reads text[],
  names text not null generated always as (fold(((handle || ' '::text) || display_name))) stored
);
alter table community_profiles add constraint community_profiles_pkey PRIMARY KEY (user_id);
alter table community_profiles add constraint community_profiles_handle_key UNIQUE (handle);
alter table community_profiles add constraint community_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table community_profiles add constraint community_profiles_handle_check CHECK (handle ~ '^[a-z0-9][a-z0-9_]*[a-z0-9]$'::text AND length(handle) >= 3 AND length(handle) <= 30);
alter table community_profiles add constraint community_profiles_reads_check CHECK (cardinality(reads) > 0);
CREATE INDEX community_profiles_names ON community_profiles USING gin (names gin_trgm_ops);
grant delete, insert, select, update on community_profiles to app_system;
grant delete, insert, select, update on community_profiles to flaira_app;

-- ── community_visits ──

create table community_visits (
  user_id uuid not null,
  seen_at timestamp with time zone not null,
  away_since timestamp with time zone,
  back_at timestamp with time zone
);
alter table community_visits add constraint community_visits_pkey PRIMARY KEY (user_id);
alter table community_visits add constraint community_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table community_visits add constraint community_visits_check CHECK ((away_since IS NULL) = (back_at IS NULL));
grant delete, insert, select, update on community_visits to app_system;
grant delete, insert, select, update on community_visits to flaira_app;
grant insert, select, update on community_visits to app_staff;
grant insert, select, update on community_visits to app_user;
alter table community_visits enable row level security;
alter table community_visits force row level security;
create policy own_community_visits on community_visits for all to app_staff, app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on community_visits for all to app_system using (true) with check (true);

-- ── consents ──

create table consents (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  lead_id uuid,
  purpose text not null,
  version text not null,
  text_hash text not null,
  language text not null,
  given_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone
);
alter table consents add constraint consents_pkey PRIMARY KEY (id);
alter table consents add constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table consents add constraint consents_check CHECK (user_id IS NOT NULL OR lead_id IS NOT NULL);
alter table consents add constraint consents_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'zh'::text, 'ja'::text, 'it'::text, 'de'::text, 'es'::text, 'ko'::text, 'pt'::text, 'ru'::text, 'ar'::text]));
alter table consents add constraint consents_purpose_check CHECK (purpose = ANY (ARRAY['simulation'::text, 'account'::text, 'marketing'::text, 'publication'::text, 'research'::text, 'evidence'::text]));
alter table consents add constraint consents_text_hash_check CHECK (text_hash ~ '^[0-9a-f]{64}$'::text);
CREATE INDEX consents_lead ON consents USING btree (lead_id);
CREATE UNIQUE INDEX consents_lead_in_force ON consents USING btree (lead_id, purpose) WHERE ((withdrawn_at IS NULL) AND (user_id IS NULL));
CREATE INDEX consents_user ON consents USING btree (user_id, given_at DESC);
CREATE UNIQUE INDEX consents_user_in_force ON consents USING btree (user_id, purpose) WHERE ((withdrawn_at IS NULL) AND (user_id IS NOT NULL));
grant delete, insert, select, update on consents to app_system;
grant delete, insert, select, update on consents to flaira_app;
grant insert, select on consents to app_user;
grant select on consents to app_staff;
grant update (withdrawn_at) on consents to app_user;
alter table consents enable row level security;
alter table consents force row level security;
create policy own_consents on consents for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on consents for select to app_staff using (true);
create policy system_sees_all on consents for all to app_system using (true) with check (true);

-- ── content_likes ──

create table content_likes (
  channel_id uuid not null,
  content_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null
);
alter table content_likes add constraint content_likes_pkey PRIMARY KEY (channel_id, content_id, user_id);
alter table content_likes add constraint content_likes_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table content_likes add constraint content_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX content_likes_user ON content_likes USING btree (user_id);
grant delete, insert, select, update on content_likes to app_system;
grant delete, insert, select, update on content_likes to flaira_app;

-- ── content_versions ──

create table content_versions (
  channel_id uuid not null,
  content_id uuid not null,
  version integer not null,
  title text,
  body text not null,
  was_shown boolean not null,
  at timestamp with time zone not null
);
alter table content_versions add constraint content_versions_pkey PRIMARY KEY (channel_id, content_id, version);
alter table content_versions add constraint content_versions_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
grant delete, insert, select, update on content_versions to app_system;
grant delete, insert, select, update on content_versions to flaira_app;

-- ── decisions ──

create table decisions (
  id uuid not null,
  report_id uuid,
  subject_kind text not null,
  subject_id uuid not null,
  version integer,
  channel_id uuid,
  person_id uuid,
  action text not null,
  reason text,
  statement text not null default ''::text,
  decided_by uuid,
  at timestamp with time zone not null,
  until timestamp with time zone,
  appeal_words text,
  appeal_at timestamp with time zone,
  appeal_outcome text,
  appeal_statement text,
  appeal_by uuid,
  answered_at timestamp with time zone,
  before jsonb not null default '{}'::jsonb,
  told_at timestamp with time zone,
  undone_at timestamp with time zone,
  reopened_at timestamp with time zone
);
alter table decisions add constraint decisions_pkey PRIMARY KEY (id);
alter table decisions add constraint decisions_appeal_by_fkey FOREIGN KEY (appeal_by) REFERENCES users(id) ON DELETE SET NULL;
alter table decisions add constraint decisions_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table decisions add constraint decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL;
alter table decisions add constraint decisions_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE;
alter table decisions add constraint decisions_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE SET NULL;
alter table decisions add constraint decisions_action_check CHECK (action = ANY (ARRAY['remove'::text, 'restore'::text, 'lock'::text, 'unlock'::text, 'warn'::text, 'suspend'::text, 'ban'::text, 'lift'::text, 'dismiss'::text]));
alter table decisions add constraint decisions_appeal_outcome_check CHECK (appeal_outcome = ANY (ARRAY['upheld'::text, 'reversed'::text]));
alter table decisions add constraint decisions_check CHECK ((appeal_words IS NULL) = (appeal_at IS NULL));
alter table decisions add constraint decisions_check1 CHECK ((action <> ALL (ARRAY['remove'::text, 'warn'::text, 'suspend'::text, 'ban'::text])) OR length(statement) >= 10);
alter table decisions add constraint decisions_subject_kind_check CHECK (subject_kind = ANY (ARRAY['post'::text, 'comment'::text, 'channel'::text, 'person'::text]));
CREATE INDEX decisions_appeal_by_idx ON decisions USING btree (appeal_by);
CREATE INDEX decisions_appeals ON decisions USING btree (appeal_at) WHERE ((appeal_at IS NOT NULL) AND (answered_at IS NULL));
CREATE INDEX decisions_channel ON decisions USING btree (channel_id, id DESC);
CREATE INDEX decisions_decided_by_idx ON decisions USING btree (decided_by);
CREATE INDEX decisions_person ON decisions USING btree (person_id, id DESC);
CREATE INDEX decisions_report_id_idx ON decisions USING btree (report_id);
CREATE INDEX decisions_subject ON decisions USING btree (subject_kind, subject_id, id DESC);
CREATE TRIGGER decisions_appeal_count AFTER UPDATE OF appeal_at, appeal_outcome ON decisions FOR EACH ROW EXECUTE FUNCTION count_appeal();
CREATE TRIGGER decisions_count AFTER UPDATE OF told_at ON decisions FOR EACH ROW WHEN (old.told_at IS NULL AND new.told_at IS NOT NULL) EXECUTE FUNCTION count_decision();
CREATE TRIGGER moderators_answer BEFORE UPDATE OF appeal_outcome ON decisions FOR EACH ROW WHEN (new.appeal_outcome IS NOT NULL) EXECUTE FUNCTION decisions_by_moderators();
CREATE TRIGGER moderators_decide BEFORE INSERT ON decisions FOR EACH ROW EXECUTE FUNCTION decisions_by_moderators();
grant delete, insert, select, update on decisions to app_system;
grant delete, insert, select, update on decisions to flaira_app;

-- ── decoy_ids ──

create table decoy_ids (
  id uuid not null default gen_random_uuid(),
  table_name text not null
);
alter table decoy_ids add constraint decoy_ids_pkey PRIMARY KEY (id);

-- ── digests ──

create table digests (
  user_id uuid not null,
  sent_at timestamp with time zone not null
);
alter table digests add constraint digests_pkey PRIMARY KEY (user_id);
alter table digests add constraint digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
grant delete, insert, select, update on digests to app_system;
grant delete, insert, select, update on digests to flaira_app;
alter table digests enable row level security;
alter table digests force row level security;
create policy system_sees_all on digests for all to app_system using (true) with check (true);

-- ── dose_calibration_looks ──

create table dose_calibration_looks (
  number integer not null,
  user_id uuid not null,
  treatment text not null,
  looked_at timestamp(3) with time zone not null
);
alter table dose_calibration_looks add constraint dose_calibration_looks_pkey PRIMARY KEY (number, user_id, treatment);
alter table dose_calibration_looks add constraint dose_calibration_looks_number_fkey FOREIGN KEY (number) REFERENCES dose_calibrations(number) ON DELETE CASCADE;
alter table dose_calibration_looks add constraint dose_calibration_looks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX dose_calibration_looks_user_id_idx ON dose_calibration_looks USING btree (user_id);
grant delete, insert, select, update on dose_calibration_looks to app_system;
grant delete, insert, select, update on dose_calibration_looks to flaira_app;
grant insert, select on dose_calibration_looks to app_staff;
alter table dose_calibration_looks enable row level security;
create policy own_looks on dose_calibration_looks for all to app_staff using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on dose_calibration_looks for all to app_system using (true) with check (true);

-- ── dose_calibrations ──

create table dose_calibrations (
  number integer not null generated always as identity,
  dataset text not null,
  engine integer not null,
  base integer,
  corrections jsonb not null,
  v0 jsonb not null,
  proposed_by uuid,
  proposed_name text not null,
  proposed_at timestamp(3) with time zone not null,
  decision text,
  decided_by uuid,
  decided_name text,
  decided_registration text,
  decided_at timestamp(3) with time zone,
  reason text not null default ''::text
);
alter table dose_calibrations add constraint dose_calibrations_pkey PRIMARY KEY (number);
alter table dose_calibrations add constraint dose_calibrations_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL;
alter table dose_calibrations add constraint dose_calibrations_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table dose_calibrations add constraint dose_calibrations_check CHECK ((decision IS NULL) = (decided_at IS NULL));
alter table dose_calibrations add constraint dose_calibrations_check1 CHECK (decision IS DISTINCT FROM 'approved'::text OR decided_registration IS NOT NULL);
alter table dose_calibrations add constraint dose_calibrations_check2 CHECK (NOT decision IS DISTINCT FROM 'withdrawn'::text OR decided_by IS DISTINCT FROM proposed_by OR decided_by IS NULL);
alter table dose_calibrations add constraint dose_calibrations_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'declined'::text, 'withdrawn'::text]));
CREATE INDEX dose_calibrations_decided_by_idx ON dose_calibrations USING btree (decided_by);
CREATE UNIQUE INDEX dose_calibrations_open ON dose_calibrations USING btree ((true)) WHERE (decision IS NULL);
CREATE INDEX dose_calibrations_proposed_by_idx ON dose_calibrations USING btree (proposed_by);
grant delete, insert, select, update on dose_calibrations to app_system;
grant delete, insert, select, update on dose_calibrations to flaira_app;
grant insert, select on dose_calibrations to app_staff;
grant update (decided_at, decided_by, decided_name, decided_registration, decision, reason) on dose_calibrations to app_staff;
alter table dose_calibrations enable row level security;
create policy administrators_propose on dose_calibrations for insert to app_staff with check (( SELECT is_administrator() AS is_administrator));
create policy staff_decides on dose_calibrations for update to app_staff using (((decision IS NULL) AND (( SELECT is_doctor() AS is_doctor) OR ( SELECT is_administrator() AS is_administrator)))) with check (((decision IS NOT NULL) AND
CASE decision
    WHEN 'withdrawn'::text THEN ( SELECT is_administrator() AS is_administrator)
    ELSE ( SELECT is_doctor() AS is_doctor)
END));
create policy staff_reads on dose_calibrations for select to app_staff using (true);
create policy system_sees_all on dose_calibrations for all to app_system using (true) with check (true);

-- ── draft_names ──

create table draft_names (
  case_id uuid not null,
  version integer not null,
  name text not null,
  named_by uuid,
  named_at timestamp with time zone not null
);
alter table draft_names add constraint draft_names_pkey PRIMARY KEY (case_id, version);
alter table draft_names add constraint draft_names_case_id_version_fkey FOREIGN KEY (case_id, version) REFERENCES drafts(case_id, version) ON DELETE CASCADE;
alter table draft_names add constraint draft_names_named_by_fkey FOREIGN KEY (named_by) REFERENCES users(id) ON DELETE SET NULL;
CREATE INDEX draft_names_named_by_idx ON draft_names USING btree (named_by);
grant delete, insert, select, update on draft_names to app_system;
grant delete, insert, select, update on draft_names to flaira_app;
grant insert, select on draft_names to app_staff;
grant update (name, named_at, named_by) on draft_names to app_staff;
alter table draft_names enable row level security;
alter table draft_names force row level security;
create policy staff_names on draft_names for insert to app_staff with check ((((named_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy staff_reads on draft_names for select to app_staff using (cares_for_case(case_id));
create policy staff_renames on draft_names for update to app_staff using (cares_for_case(case_id)) with check (((named_by)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on draft_names for all to app_system using (true) with check (true);

-- ── drafts ──

create table drafts (
  case_id uuid not null,
  version integer not null,
  style text not null,
  recipes jsonb not null,
  plan jsonb not null,
  saved_by uuid,
  saved_at timestamp with time zone not null,
  markings jsonb
);
alter table drafts add constraint drafts_pkey PRIMARY KEY (case_id, version);
alter table drafts add constraint drafts_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table drafts add constraint drafts_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id) ON DELETE SET NULL;
alter table drafts add constraint drafts_style_check CHECK (style = ANY (ARRAY['natural'::text, 'harmonious'::text, 'glamour'::text]));
alter table drafts add constraint drafts_version_check CHECK (version > 0);
CREATE INDEX drafts_saved_by_idx ON drafts USING btree (saved_by);
grant delete, insert, select, update on drafts to app_system;
grant delete, insert, select, update on drafts to flaira_app;
grant insert, select on drafts to app_staff;
grant select on drafts to app_user;
alter table drafts enable row level security;
alter table drafts force row level security;
create policy signed_drafts on drafts for select to app_user using ((EXISTS ( SELECT
   FROM signatures s
  WHERE ((s.case_id = drafts.case_id) AND (s.version = drafts.version)))));
create policy staff_reads on drafts for select to app_staff using (cares_for_case(case_id));
create policy staff_saves on drafts for insert to app_staff with check ((((saved_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy system_sees_all on drafts for all to app_system using (true) with check (true);

-- ── due_warnings ──

create table due_warnings (
  case_id uuid not null,
  due_at timestamp with time zone not null,
  kind text not null,
  at timestamp with time zone not null
);
alter table due_warnings add constraint due_warnings_pkey PRIMARY KEY (case_id, due_at, kind);
alter table due_warnings add constraint due_warnings_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table due_warnings add constraint due_warnings_kind_check CHECK (kind = ANY (ARRAY['due_soon'::text, 'late'::text]));
grant delete, insert, select, update on due_warnings to app_system;
grant delete, insert, select, update on due_warnings to flaira_app;
alter table due_warnings enable row level security;
alter table due_warnings force row level security;
create policy system_sees_all on due_warnings for all to app_system using (true) with check (true);

-- ── email_changes ──

create table email_changes (
  user_id uuid not null,
  new_email text not null,
  old_hash bytea not null,
  new_hash bytea,
  old_at timestamp with time zone,
  new_at timestamp with time zone,
  expires_at timestamp with time zone not null
);
alter table email_changes add constraint email_changes_pkey PRIMARY KEY (user_id);
alter table email_changes add constraint email_changes_new_hash_key UNIQUE (new_hash);
alter table email_changes add constraint email_changes_old_hash_key UNIQUE (old_hash);
alter table email_changes add constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table email_changes add constraint email_changes_new_email_check CHECK (new_email = lower(new_email));
alter table email_changes add constraint email_changes_new_hash_check CHECK (length(new_hash) = 32);
alter table email_changes add constraint email_changes_old_hash_check CHECK (length(old_hash) = 32);
grant delete, insert, select, update on email_changes to app_system;
grant delete, insert, select, update on email_changes to flaira_app;

-- ── email_confirmations ──

create table email_confirmations (
  token_hash bytea not null,
  user_id uuid not null,
  device_hash bytea not null,
  expires_at timestamp with time zone not null
);
alter table email_confirmations add constraint email_confirmations_pkey PRIMARY KEY (token_hash);
alter table email_confirmations add constraint email_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table email_confirmations add constraint email_confirmations_device_hash_check CHECK (length(device_hash) = 32);
alter table email_confirmations add constraint email_confirmations_token_hash_check CHECK (length(token_hash) = 32);
CREATE INDEX email_confirmations_expires_at ON email_confirmations USING btree (expires_at);
CREATE INDEX email_confirmations_user ON email_confirmations USING btree (user_id);
grant delete, insert, select, update on email_confirmations to app_system;
grant delete, insert, select, update on email_confirmations to flaira_app;

-- ── evidence_looks ──

create table evidence_looks (
  case_id uuid not null,
  user_id uuid not null,
  period text not null,
  outcome text not null,
  dataset text not null,
  engine integer not null,
  looked_at timestamp with time zone not null
);
alter table evidence_looks add constraint evidence_looks_pkey PRIMARY KEY (case_id, period);
alter table evidence_looks add constraint evidence_looks_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table evidence_looks add constraint evidence_looks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table evidence_looks add constraint evidence_looks_outcome_check CHECK (outcome = ANY (ARRAY['measured'::text, 'turned'::text, 'no_face'::text]));
alter table evidence_looks add constraint evidence_looks_period_check CHECK (period = ANY (ARRAY['two_weeks'::text, 'three_months'::text]));
CREATE INDEX evidence_looks_user_id_idx ON evidence_looks USING btree (user_id);
grant delete, insert, select, update on evidence_looks to app_system;
grant delete, insert, select, update on evidence_looks to flaira_app;
grant select on evidence_looks to app_user;
alter table evidence_looks enable row level security;
alter table evidence_looks force row level security;
create policy own on evidence_looks for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on evidence_looks for all to app_system using (true) with check (true);

-- ── evidence_measurements ──

create table evidence_measurements (
  case_id uuid not null,
  period text not null,
  treatment text not null,
  user_id uuid not null,
  dose real not null,
  dose_band text not null,
  tone text,
  simulated_mm real,
  seen_mm real,
  error_mm real,
  simulated_light real,
  seen_light real,
  error_light real
);
alter table evidence_measurements add constraint evidence_measurements_pkey PRIMARY KEY (case_id, period, treatment);
alter table evidence_measurements add constraint evidence_measurements_case_id_period_fkey FOREIGN KEY (case_id, period) REFERENCES evidence_looks(case_id, period) ON DELETE CASCADE;
alter table evidence_measurements add constraint evidence_measurements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table evidence_measurements add constraint evidence_measurements_dose_band_check CHECK (dose_band = ANY (ARRAY['below'::text, 'usual'::text, 'above'::text]));
alter table evidence_measurements add constraint evidence_measurements_dose_check CHECK (dose > 0::double precision);
alter table evidence_measurements add constraint evidence_measurements_tone_check CHECK (tone = ANY (ARRAY['very_light'::text, 'light'::text, 'intermediate'::text, 'tan'::text, 'brown'::text, 'dark'::text]));
CREATE INDEX evidence_measurements_user_id_idx ON evidence_measurements USING btree (user_id);
grant delete, insert, select, update on evidence_measurements to app_system;
grant delete, insert, select, update on evidence_measurements to flaira_app;
grant select on evidence_measurements to app_user;
alter table evidence_measurements enable row level security;
alter table evidence_measurements force row level security;
create policy own on evidence_measurements for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on evidence_measurements for all to app_system using (true) with check (true);

-- ── evidence_reports ──

create table evidence_reports (
  month date not null,
  computed_at timestamp with time zone not null,
  dataset text not null,
  engine integer not null,
  people integer,
  cells jsonb not null,
  corrections jsonb
);
alter table evidence_reports add constraint evidence_reports_pkey PRIMARY KEY (month);
grant delete, insert, select, update on evidence_reports to app_system;
grant select on evidence_reports to app_staff;
grant select on evidence_reports to flaira_app;

-- ── expectation_screens ──

create table expectation_screens (
  user_id uuid not null,
  version integer not null,
  answers jsonb not null,
  is_positive boolean not null,
  answered_at timestamp with time zone not null,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  review_note text
);
alter table expectation_screens add constraint expectation_screens_pkey PRIMARY KEY (user_id, version);
alter table expectation_screens add constraint expectation_screens_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table expectation_screens add constraint expectation_screens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table expectation_screens add constraint expectation_screens_version_check CHECK (version > 0);
CREATE INDEX expectation_screens_reviewed_by_idx ON expectation_screens USING btree (reviewed_by);
CREATE INDEX expectation_screens_waiting ON expectation_screens USING btree (answered_at) WHERE (is_positive AND (reviewed_at IS NULL));
grant delete, insert, select, update on expectation_screens to app_system;
grant delete, insert, select, update on expectation_screens to flaira_app;
grant insert, select on expectation_screens to app_user;
grant select on expectation_screens to app_staff;
grant update (review_note, reviewed_at, reviewed_by) on expectation_screens to app_staff;
alter table expectation_screens enable row level security;
alter table expectation_screens force row level security;
create policy own on expectation_screens for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy own_told on expectation_screens for insert to app_user with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on expectation_screens for select to app_staff using (cares_for_patient(user_id));
create policy staff_reviews on expectation_screens for update to app_staff using ((is_positive AND cares_for_patient(user_id))) with check (((reviewed_by)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on expectation_screens for all to app_system using (true) with check (true);

-- ── experiment_counts ──

create table experiment_counts (
  day date not null,
  variant text not null,
  region text not null,
  exposures bigint not null default 0,
  conversions bigint not null default 0
);
alter table experiment_counts add constraint experiment_counts_pkey PRIMARY KEY (day, variant, region);
alter table experiment_counts add constraint experiment_counts_variant_check CHECK (variant = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]));
grant delete, insert, select, update on experiment_counts to app_system;
grant delete, insert, select, update on experiment_counts to flaira_app;
grant select on experiment_counts to app_staff;

-- ── exports ──

create table exports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  requested_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  failed_at timestamp with time zone,
  expires_at timestamp with time zone,
  parts integer not null default 0,
  size_bytes bigint
);
alter table exports add constraint exports_pkey PRIMARY KEY (id);
alter table exports add constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX exports_preparing ON exports USING btree (user_id) WHERE ((ready_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX exports_user ON exports USING btree (user_id, requested_at DESC);
grant delete, insert, select, update on exports to app_system;
grant delete, insert, select, update on exports to flaira_app;

-- ── freed_times ──

create table freed_times (
  id bigint not null generated always as identity,
  time_id uuid not null,
  site_id uuid not null,
  practitioner_id uuid not null,
  during tstzrange not null,
  freed_at timestamp with time zone not null
);
alter table freed_times add constraint freed_times_pkey PRIMARY KEY (id);
alter table freed_times add constraint freed_times_practitioner_id_fkey FOREIGN KEY (practitioner_id) REFERENCES users(id) ON DELETE CASCADE;
alter table freed_times add constraint freed_times_site_id_fkey FOREIGN KEY (site_id) REFERENCES clinic_sites(id) ON DELETE CASCADE;
CREATE INDEX freed_times_practitioner ON freed_times USING btree (practitioner_id);
CREATE INDEX freed_times_site ON freed_times USING btree (site_id);
grant delete, insert, select, update on freed_times to app_system;
grant delete, insert, select, update on freed_times to flaira_app;
alter table freed_times enable row level security;
alter table freed_times force row level security;
create policy system_sees_all on freed_times for all to app_system using (true) with check (true);

-- ── friend_connections ──

create table friend_connections (
  id uuid not null default gen_random_uuid(),
  inviter_id uuid not null,
  invitee_id uuid not null,
  asked_at timestamp with time zone not null,
  connected_at timestamp with time zone
);
alter table friend_connections add constraint friend_connections_pkey PRIMARY KEY (id);
alter table friend_connections add constraint friend_connections_invitee_id_fkey FOREIGN KEY (invitee_id) REFERENCES users(id) ON DELETE CASCADE;
alter table friend_connections add constraint friend_connections_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id) ON DELETE CASCADE;
alter table friend_connections add constraint friend_connections_check CHECK (inviter_id <> invitee_id);
CREATE INDEX friend_connections_invitee ON friend_connections USING btree (invitee_id);
CREATE INDEX friend_connections_inviter ON friend_connections USING btree (inviter_id);
CREATE UNIQUE INDEX friend_connections_pair ON friend_connections USING btree (LEAST(inviter_id, invitee_id), GREATEST(inviter_id, invitee_id));
grant delete, insert, select on friend_connections to app_user;
grant delete, insert, select, update on friend_connections to app_system;
grant delete, insert, select, update on friend_connections to flaira_app;
grant update (connected_at) on friend_connections to app_user;
alter table friend_connections enable row level security;
alter table friend_connections force row level security;
create policy agreed_by_me on friend_connections for update to app_user using (((inviter_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy asked_by_me on friend_connections for insert to app_user with check ((((invitee_id)::text = ( SELECT request_user_id() AS request_user_id)) AND (connected_at IS NULL)));
create policy ended_by_me on friend_connections for delete to app_user using (((( SELECT request_user_id() AS request_user_id) = (inviter_id)::text) OR (( SELECT request_user_id() AS request_user_id) = (invitee_id)::text)));
create policy mine on friend_connections for select to app_user using (((( SELECT request_user_id() AS request_user_id) = (inviter_id)::text) OR (( SELECT request_user_id() AS request_user_id) = (invitee_id)::text)));
create policy system_sees_all on friend_connections for all to app_system using (true) with check (true);

-- ── friend_invites ──

create table friend_invites (
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  seed uuid not null,
  token_hash bytea not null
);
alter table friend_invites add constraint friend_invites_pkey PRIMARY KEY (user_id);
alter table friend_invites add constraint friend_invites_token_hash_key UNIQUE (token_hash);
alter table friend_invites add constraint friend_invites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
grant delete, insert, select, update on friend_invites to app_system;
grant delete, insert, select, update on friend_invites to flaira_app;
grant insert, select, update on friend_invites to app_user;
alter table friend_invites enable row level security;
alter table friend_invites force row level security;
create policy own on friend_invites for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on friend_invites for all to app_system using (true) with check (true);

-- ── friend_scores ──

create table friend_scores (
  user_id uuid not null,
  overall integer not null,
  updated_at timestamp with time zone not null
);
alter table friend_scores add constraint friend_scores_pkey PRIMARY KEY (user_id);
alter table friend_scores add constraint friend_scores_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table friend_scores add constraint friend_scores_overall_check CHECK (overall >= 0 AND overall <= 100);
grant delete, insert, select, update on friend_scores to app_system;
grant delete, insert, select, update on friend_scores to flaira_app;
grant select on friend_scores to app_user;
alter table friend_scores enable row level security;
alter table friend_scores force row level security;
create policy own_and_friends on friend_scores for select to app_user using ((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) OR (EXISTS ( SELECT
   FROM friend_connections c
  WHERE ((c.connected_at IS NOT NULL) AND ((friend_scores.user_id = c.inviter_id) OR (friend_scores.user_id = c.invitee_id)))))));
create policy system_sees_all on friend_scores for all to app_system using (true) with check (true);

-- ── guide_reviews ──

create table guide_reviews (
  guide_id uuid not null,
  user_id uuid not null,
  version integer not null,
  title text not null,
  body text not null,
  words text not null,
  lang text,
  name text not null,
  speciality text not null,
  registration_number text not null,
  registration_body text not null,
  reviewed_at timestamp with time zone not null,
  review_again_at timestamp with time zone not null,
  expired_told_at timestamp with time zone
);
alter table guide_reviews add constraint guide_reviews_pkey PRIMARY KEY (guide_id);
alter table guide_reviews add constraint guide_reviews_guide_id_fkey FOREIGN KEY (guide_id) REFERENCES guides(id) ON DELETE CASCADE;
alter table guide_reviews add constraint guide_reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX guide_reviews_due ON guide_reviews USING btree (review_again_at) WHERE (expired_told_at IS NULL);
CREATE INDEX guide_reviews_user ON guide_reviews USING btree (user_id);
grant delete, insert, select, update on guide_reviews to app_system;
grant delete, insert, select, update on guide_reviews to flaira_app;

-- ── guides ──

create table guides (
  id uuid not null,
  channel_id uuid not null,
  author_id uuid not null,
  comment_id uuid,
  title text not null,
  body text not null,
  words text not null,
  lang text,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  reviewer_id uuid,
  asked_at timestamp with time zone,
  declined_words text
);
alter table guides add constraint guides_pkey PRIMARY KEY (id);
alter table guides add constraint guides_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE;
alter table guides add constraint guides_channel_id_comment_id_fkey FOREIGN KEY (channel_id, comment_id) REFERENCES comments(channel_id, id) ON DELETE SET NULL (comment_id);
alter table guides add constraint guides_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table guides add constraint guides_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users(id) ON DELETE SET NULL;
alter table guides add constraint guides_reviewed_by_another CHECK (reviewer_id <> author_id);
CREATE INDEX guides_author ON guides USING btree (author_id);
CREATE INDEX guides_comment ON guides USING btree (channel_id, comment_id);
CREATE INDEX guides_reviewer ON guides USING btree (reviewer_id) WHERE (reviewer_id IS NOT NULL);
grant delete, insert, select, update on guides to app_system;
grant delete, insert, select, update on guides to flaira_app;

-- ── held_messages ──

create table held_messages (
  id uuid not null,
  user_id uuid not null,
  channel text not null,
  topic text not null,
  key text not null,
  message jsonb not null,
  release_at timestamp with time zone not null
);
alter table held_messages add constraint held_messages_pkey PRIMARY KEY (id);
alter table held_messages add constraint held_messages_key_key UNIQUE (key);
alter table held_messages add constraint held_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table held_messages add constraint held_messages_channel_check CHECK (channel = ANY (ARRAY['mail'::text, 'push'::text]));
CREATE INDEX held_messages_due ON held_messages USING btree (release_at);
CREATE INDEX held_messages_user ON held_messages USING btree (user_id);
grant delete, insert, select, update on held_messages to app_system;
grant delete, insert, select, update on held_messages to flaira_app;
alter table held_messages enable row level security;
alter table held_messages force row level security;
create policy system_sees_all on held_messages for all to app_system using (true) with check (true);

-- ── holds ──

create table holds (
  id uuid not null,
  report_id uuid not null,
  person_id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  cause text not null,
  reason text not null,
  at timestamp with time zone not null,
  words text,
  words_at timestamp with time zone,
  reminded_at timestamp with time zone
);
alter table holds add constraint holds_pkey PRIMARY KEY (id);
alter table holds add constraint holds_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE;
alter table holds add constraint holds_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE;
alter table holds add constraint holds_cause_check CHECK (cause = ANY (ARRAY['reports'::text, 'filter'::text]));
alter table holds add constraint holds_check CHECK ((words IS NULL) = (words_at IS NULL));
alter table holds add constraint holds_subject_kind_check CHECK (subject_kind = ANY (ARRAY['post'::text, 'comment'::text]));
CREATE INDEX holds_late ON holds USING btree (at) WHERE (reminded_at IS NULL);
CREATE INDEX holds_person ON holds USING btree (person_id, id DESC);
CREATE INDEX holds_report_id_idx ON holds USING btree (report_id);
CREATE INDEX holds_subject ON holds USING btree (subject_id, id DESC);
grant delete, insert, select, update on holds to app_system;
grant delete, insert, select, update on holds to flaira_app;

-- ── idempotency_keys ──

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  response jsonb,
  created_at timestamp with time zone not null default now()
);
alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (scope, key);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);
grant delete, insert, select, update on idempotency_keys to app_system;
grant delete, insert, select, update on idempotency_keys to flaira_app;
grant insert, select, update on idempotency_keys to app_staff;
grant insert, select, update on idempotency_keys to app_user;
alter table idempotency_keys enable row level security;
create policy own_keys on idempotency_keys for all to app_staff, app_user using ((scope = ( SELECT request_user_id() AS request_user_id))) with check ((scope = ( SELECT request_user_id() AS request_user_id)));
create policy service_sees_all on idempotency_keys for all to flaira_app using (true) with check (true);
create policy system_sees_all on idempotency_keys for all to app_system using (true) with check (true);

-- ── import_rows ──

create table import_rows (
  import_id uuid not null,
  line integer not null,
  email text not null,
  cells jsonb,
  outcome text,
  codes text[] not null default '{}'::text[],
  about_line integer,
  user_id uuid,
  like_id uuid,
  undo text
);
alter table import_rows add constraint import_rows_pkey PRIMARY KEY (import_id, line);
alter table import_rows add constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE;
alter table import_rows add constraint import_rows_like_id_fkey FOREIGN KEY (like_id) REFERENCES users(id) ON DELETE SET NULL;
alter table import_rows add constraint import_rows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table import_rows add constraint import_rows_line_check CHECK (line > 0);
alter table import_rows add constraint import_rows_outcome_check CHECK (outcome = ANY (ARRAY['new'::text, 'add'::text, 'duplicate'::text, 'refused'::text]));
alter table import_rows add constraint import_rows_undo_check CHECK (undo = ANY (ARRAY['removed'::text, 'kept'::text]));
CREATE INDEX import_rows_email ON import_rows USING btree (import_id, email);
CREATE INDEX import_rows_like ON import_rows USING btree (like_id);
CREATE INDEX import_rows_user ON import_rows USING btree (user_id);
grant delete, insert, select, update on import_rows to app_system;
grant delete, insert, select, update on import_rows to flaira_app;
grant insert, select on import_rows to app_staff;
alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy administrators on import_rows for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on import_rows for all to app_system using (true) with check (true);

-- ── imported_patients ──

create table imported_patients (
  user_id uuid not null,
  import_id uuid,
  reference text,
  made_at timestamp with time zone not null
);
alter table imported_patients add constraint imported_patients_pkey PRIMARY KEY (user_id);
alter table imported_patients add constraint imported_patients_reference_key UNIQUE (reference);
alter table imported_patients add constraint imported_patients_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL;
alter table imported_patients add constraint imported_patients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX imported_patients_import ON imported_patients USING btree (import_id);
grant delete, insert, select, update on imported_patients to app_system;
grant delete, insert, select, update on imported_patients to flaira_app;
grant select on imported_patients to app_staff;
alter table imported_patients enable row level security;
alter table imported_patients force row level security;
create policy administrators on imported_patients for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on imported_patients for all to app_system using (true) with check (true);

-- ── imported_photos ──

create table imported_photos (
  id uuid not null,
  user_id uuid not null,
  import_id uuid,
  pose text not null,
  is_verified boolean not null,
  taken_on date not null,
  sha256 text not null,
  ground text not null,
  consent_reference text not null,
  made_at timestamp with time zone not null
);
alter table imported_photos add constraint imported_photos_pkey PRIMARY KEY (id);
alter table imported_photos add constraint imported_photos_user_id_sha256_key UNIQUE (user_id, sha256);
alter table imported_photos add constraint imported_photos_id_fkey FOREIGN KEY (id) REFERENCES photo_objects(id);
alter table imported_photos add constraint imported_photos_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL;
alter table imported_photos add constraint imported_photos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table imported_photos add constraint imported_photos_check CHECK (ground <> 'consent'::text OR consent_reference <> ''::text);
alter table imported_photos add constraint imported_photos_ground_check CHECK (ground = ANY (ARRAY['care'::text, 'consent'::text]));
alter table imported_photos add constraint imported_photos_pose_check CHECK (pose = ANY (ARRAY['front'::text, 'right'::text, 'left'::text]));
CREATE INDEX imported_photos_import ON imported_photos USING btree (import_id);
grant delete, insert, select on imported_photos to flaira_app;
grant delete, insert, select, update on imported_photos to app_system;
grant select on imported_photos to app_staff;
grant select on imported_photos to app_user;
alter table imported_photos enable row level security;
alter table imported_photos force row level security;
create policy own on imported_photos for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on imported_photos for select to app_staff using (cares_for_patient(user_id));
create policy system_sees_all on imported_photos for all to app_system using (true) with check (true);

-- ── imported_treatments ──

create table imported_treatments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  import_id uuid,
  treated_on date not null,
  kind text not null,
  treatment text,
  words text not null,
  area text not null,
  product text not null,
  lot text not null,
  amount numeric(8,3),
  unit text not null,
  practitioner text not null,
  note text not null,
  ground text not null,
  consent_reference text not null,
  made_at timestamp with time zone not null
);
alter table imported_treatments add constraint imported_treatments_pkey PRIMARY KEY (id);
alter table imported_treatments add constraint imported_treatments_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL;
alter table imported_treatments add constraint imported_treatments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table imported_treatments add constraint imported_treatments_amount_check CHECK (amount > 0::numeric);
alter table imported_treatments add constraint imported_treatments_check CHECK (ground <> 'consent'::text OR consent_reference <> ''::text);
alter table imported_treatments add constraint imported_treatments_ground_check CHECK (ground = ANY (ARRAY['care'::text, 'consent'::text]));
CREATE INDEX imported_treatments_import ON imported_treatments USING btree (import_id);
CREATE INDEX imported_treatments_user ON imported_treatments USING btree (user_id, treated_on);
grant delete, insert, select on imported_treatments to flaira_app;
grant delete, insert, select, update on imported_treatments to app_system;
grant select on imported_treatments to app_staff;
grant select on imported_treatments to app_user;
alter table imported_treatments enable row level security;
alter table imported_treatments force row level security;
create policy own on imported_treatments for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on imported_treatments for select to app_staff using (cares_for_patient(user_id));
create policy system_sees_all on imported_treatments for all to app_system using (true) with check (true);

-- ── imports ──

create table imports (
  id uuid not null default gen_random_uuid(),
  name text not null,
  ground text not null,
  ground_note text not null,
  date_order text not null,
  country text not null,
  language text not null,
  state text not null,
  expected integer not null,
  handled integer not null default 0,
  photos integer not null default 0,
  made_by uuid,
  made_at timestamp(3) with time zone not null,
  began_at timestamp with time zone,
  ran_at timestamp with time zone,
  undone_by uuid,
  undone_at timestamp with time zone
);
alter table imports add constraint imports_pkey PRIMARY KEY (id);
alter table imports add constraint imports_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL;
alter table imports add constraint imports_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id) ON DELETE SET NULL;
alter table imports add constraint imports_country_check CHECK (country ~ '^[A-Z]{2}$'::text);
alter table imports add constraint imports_date_order_check CHECK (date_order = ANY (ARRAY['dmy'::text, 'mdy'::text, 'ymd'::text]));
alter table imports add constraint imports_expected_check CHECK (expected >= 1 AND expected <= 20000);
alter table imports add constraint imports_ground_check CHECK (ground = ANY (ARRAY['care'::text, 'consent'::text]));
alter table imports add constraint imports_ground_note_check CHECK (ground_note <> ''::text);
alter table imports add constraint imports_state_check CHECK (state = ANY (ARRAY['receiving'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'undoing'::text, 'undone'::text]));
CREATE INDEX imports_made_at ON imports USING btree (made_at DESC);
CREATE INDEX imports_made_by ON imports USING btree (made_by);
CREATE INDEX imports_undone_by ON imports USING btree (undone_by);
grant delete, insert, select on imports to app_staff;
grant delete, insert, select, update on imports to app_system;
grant delete, insert, select, update on imports to flaira_app;
grant update (began_at, handled, state, undone_by) on imports to app_staff;
alter table imports enable row level security;
alter table imports force row level security;
create policy administrators on imports for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on imports for all to app_system using (true) with check (true);

-- ── incident_steps ──

create table incident_steps (
  incident_id uuid not null,
  step text not null,
  state text not null,
  note text not null,
  settled_by uuid,
  settled_at timestamp with time zone not null
);
alter table incident_steps add constraint incident_steps_pkey PRIMARY KEY (incident_id, step);
alter table incident_steps add constraint incident_steps_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id);
alter table incident_steps add constraint incident_steps_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES users(id) ON DELETE SET NULL;
alter table incident_steps add constraint incident_steps_note_check CHECK (note <> ''::text);
alter table incident_steps add constraint incident_steps_state_check CHECK (state = ANY (ARRAY['done'::text, 'not_needed'::text]));
alter table incident_steps add constraint incident_steps_step_check CHECK (step = ANY (ARRAY['leak_stopped'::text, 'traces_secured'::text, 'extent_known'::text, 'notice_drafted'::text, 'authority_told'::text, 'people_told'::text, 'cause_fixed'::text, 'reviewed'::text]));
CREATE INDEX incident_steps_settled_by ON incident_steps USING btree (settled_by);
grant delete, insert, select, update on incident_steps to app_system;
grant delete, insert, select, update on incident_steps to flaira_app;

-- ── incidents ──

create table incidents (
  id uuid not null default gen_random_uuid(),
  title text not null,
  summary text not null,
  noticed_at timestamp with time zone not null,
  risk text not null default 'unknown'::text,
  people integer,
  opened_by uuid,
  opened_at timestamp with time zone not null,
  closed_by uuid,
  closed_at timestamp with time zone
);
alter table incidents add constraint incidents_pkey PRIMARY KEY (id);
alter table incidents add constraint incidents_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table incidents add constraint incidents_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id) ON DELETE SET NULL;
alter table incidents add constraint incidents_people_check CHECK (people >= 0);
alter table incidents add constraint incidents_risk_check CHECK (risk = ANY (ARRAY['unknown'::text, 'none'::text, 'some'::text, 'high'::text]));
CREATE INDEX incidents_closed_by ON incidents USING btree (closed_by);
CREATE INDEX incidents_opened_by ON incidents USING btree (opened_by);
grant delete, insert, select, update on incidents to app_system;
grant insert, select, update on incidents to flaira_app;

-- ── invitations ──

create table invitations (
  user_id uuid not null,
  made_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  mails integer not null default 0,
  accepted_at timestamp with time zone,
  tries integer not null default 0
);
alter table invitations add constraint invitations_pkey PRIMARY KEY (user_id);
alter table invitations add constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
grant delete, insert, select, update on invitations to app_system;
grant delete, insert, select, update on invitations to flaira_app;
grant select on invitations to app_staff;
alter table invitations enable row level security;
alter table invitations force row level security;
create policy administrators on invitations for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy service_sees_all on invitations for all to flaira_app using (true) with check (true);
create policy system_sees_all on invitations for all to app_system using (true) with check (true);

-- ── invoice_counters ──

create table invoice_counters (
  year integer not null,
  last integer not null
);
alter table invoice_counters add constraint invoice_counters_pkey PRIMARY KEY (year);
grant delete, insert, select, update on invoice_counters to app_system;
grant delete, insert, select, update on invoice_counters to flaira_app;

-- ── invoices ──

create table invoices (
  id uuid not null default gen_random_uuid(),
  number text not null,
  kind text not null,
  user_id uuid,
  provider_reference text not null,
  payment_id text,
  subscription_id text,
  corrects text,
  amount_cents bigint not null,
  vat_cents bigint not null,
  currency text not null,
  lines jsonb not null,
  buyer jsonb not null,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  issued_at timestamp with time zone not null,
  seller jsonb
);
alter table invoices add constraint invoices_pkey PRIMARY KEY (id);
alter table invoices add constraint invoices_number_key UNIQUE (number);
alter table invoices add constraint invoices_provider_reference_key UNIQUE (provider_reference);
alter table invoices add constraint invoices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table invoices add constraint invoices_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]));
CREATE INDEX invoices_payment ON invoices USING btree (payment_id);
CREATE INDEX invoices_user ON invoices USING btree (user_id, issued_at DESC);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_invoice_change();
grant delete, insert, select, update on invoices to app_system;
grant delete, insert, select, update on invoices to flaira_app;
grant select on invoices to app_staff;
grant select on invoices to app_user;
alter table invoices enable row level security;
alter table invoices force row level security;
create policy own_invoices on invoices for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on invoices for select to app_staff using (true);
create policy system_sees_all on invoices for all to app_system using (true) with check (true);

-- ── known_devices ──

create table known_devices (
  user_id uuid not null,
  device_hash bytea not null,
  last_used_at timestamp with time zone not null
);
alter table known_devices add constraint known_devices_pkey PRIMARY KEY (user_id, device_hash);
alter table known_devices add constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table known_devices add constraint known_devices_device_hash_check CHECK (length(device_hash) = 32);
CREATE INDEX known_devices_last_used_at ON known_devices USING btree (last_used_at);
grant delete, insert, select, update on known_devices to app_system;
grant delete, insert, select, update on known_devices to flaira_app;

-- ── launch_lines ──

create table launch_lines (
  line text not null,
  note text not null,
  settled_by uuid,
  settled_at timestamp with time zone not null
);
alter table launch_lines add constraint launch_lines_pkey PRIMARY KEY (line);
alter table launch_lines add constraint launch_lines_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES users(id) ON DELETE SET NULL;
alter table launch_lines add constraint launch_lines_line_check CHECK (line = ANY (ARRAY['publication_director'::text, 'data_protection'::text, 'health_data_host'::text, 'insurance'::text, 'region_rules'::text, 'mail_delivered'::text, 'payment_tested'::text, 'backup_restored'::text, 'published'::text]));
CREATE TRIGGER notify AFTER INSERT OR DELETE OR UPDATE ON launch_lines FOR EACH STATEMENT EXECUTE FUNCTION site_notify();
grant delete, insert, select, update on launch_lines to app_system;
grant delete, insert, select, update on launch_lines to flaira_app;

-- ── leads ──

create table leads (
  id uuid not null,
  secret_hash bytea not null,
  first_name text,
  last_name text,
  email text,
  phone text,
  birth_date date,
  contact_at timestamp with time zone,
  uploads integer not null default 0,
  uploads_since timestamp with time zone not null default now(),
  user_id uuid,
  claimed_at timestamp with time zone,
  attached_at timestamp with time zone,
  created_at timestamp with time zone not null default now()
);
alter table leads add constraint leads_pkey PRIMARY KEY (id);
alter table leads add constraint leads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table leads add constraint leads_email_check CHECK (email = lower(btrim(email)));
alter table leads add constraint leads_secret_hash_check CHECK (length(secret_hash) = 32);
CREATE INDEX leads_unattached ON leads USING btree (created_at) WHERE (attached_at IS NULL);
CREATE INDEX leads_user ON leads USING btree (user_id);
grant delete, insert, select, update on leads to app_system;
grant delete, insert, select, update on leads to flaira_app;
grant select (attached_at, claimed_at, created_at, id, user_id) on leads to app_user;
alter table leads enable row level security;
alter table leads force row level security;
create policy own_lead on leads for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on leads for all to app_system using (true) with check (true);

-- ── ledger_carried ──

create table ledger_carried (
  account text not null,
  party text not null default ''::text,
  currency text not null,
  amount_cents bigint not null,
  euro_cents bigint not null,
  carried_at timestamp with time zone not null
);
alter table ledger_carried add constraint ledger_carried_pkey PRIMARY KEY (account, party, currency);
alter table ledger_carried add constraint ledger_carried_account_check CHECK (account ~ '^[1-7][0-9]{2,7}$'::text);
alter table ledger_carried add constraint ledger_carried_currency_check CHECK (currency ~ '^[a-z]{3}$'::text);
grant insert, select, update on ledger_carried to app_system;
grant select on ledger_carried to app_staff;
grant select on ledger_carried to flaira_app;
alter table ledger_carried enable row level security;
create policy administrators_read on ledger_carried for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on ledger_carried for all to app_system using (true) with check (true);

-- ── ledger_closed_years ──

create table ledger_closed_years (
  year integer not null,
  closed_at timestamp with time zone not null
);
alter table ledger_closed_years add constraint ledger_closed_years_pkey PRIMARY KEY (year);
grant select on ledger_closed_years to app_staff;
grant select on ledger_closed_years to app_system;
grant select on ledger_closed_years to flaira_app;
alter table ledger_closed_years enable row level security;
create policy administrators_read on ledger_closed_years for select to app_staff using (( SELECT is_administrator() AS is_administrator));

-- ── ledger_differences ──

create table ledger_differences (
  id uuid not null,
  subject text not null,
  aspect text not null,
  currency text not null,
  ledger_cents bigint not null,
  provider_cents bigint not null,
  found_at timestamp with time zone not null,
  settled_at timestamp with time zone
);
alter table ledger_differences add constraint ledger_differences_pkey PRIMARY KEY (id);
alter table ledger_differences add constraint ledger_differences_aspect_check CHECK (aspect = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text, 'other'::text]));
alter table ledger_differences add constraint ledger_differences_check CHECK (settled_at IS NOT NULL OR ledger_cents <> provider_cents);
alter table ledger_differences add constraint ledger_differences_currency_check CHECK (currency ~ '^[a-z]{3}$'::text);
CREATE INDEX ledger_differences_found ON ledger_differences USING btree (found_at DESC);
CREATE UNIQUE INDEX ledger_differences_open ON ledger_differences USING btree (subject, aspect, currency) WHERE (settled_at IS NULL);
grant delete, insert, select, update on ledger_differences to app_system;
grant select on ledger_differences to app_staff;
grant select on ledger_differences to flaira_app;
alter table ledger_differences enable row level security;
create policy administrators_read on ledger_differences for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on ledger_differences for all to app_system using (true) with check (true);

-- ── ledger_numbers ──

create table ledger_numbers (
  transaction_id bigint not null,
  year integer not null,
  number integer not null,
  validated_at timestamp with time zone not null
);
alter table ledger_numbers add constraint ledger_numbers_pkey PRIMARY KEY (transaction_id);
alter table ledger_numbers add constraint ledger_numbers_year_number_key UNIQUE (year, number);
alter table ledger_numbers add constraint ledger_numbers_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id) ON DELETE CASCADE;
alter table ledger_numbers add constraint ledger_numbers_number_check CHECK (number > 0);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_numbers FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
grant select on ledger_numbers to app_staff;
grant select on ledger_numbers to app_system;
grant select on ledger_numbers to flaira_app;
alter table ledger_numbers enable row level security;
create policy administrators_read on ledger_numbers for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on ledger_numbers for all to app_system using (true);

-- ── ledger_postings ──

create table ledger_postings (
  transaction_id bigint not null,
  line integer not null,
  account text not null,
  amount_cents bigint not null,
  currency text not null,
  party text
);
alter table ledger_postings add constraint ledger_postings_pkey PRIMARY KEY (transaction_id, line);
alter table ledger_postings add constraint ledger_postings_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id) ON DELETE CASCADE;
alter table ledger_postings add constraint ledger_postings_account_check CHECK (account ~ '^[1-7][0-9]{2,7}$'::text);
alter table ledger_postings add constraint ledger_postings_amount_cents_check CHECK (amount_cents <> 0);
alter table ledger_postings add constraint ledger_postings_currency_check CHECK (currency ~ '^[a-z]{3}$'::text);
alter table ledger_postings add constraint ledger_postings_line_check CHECK (line > 0);
CREATE INDEX ledger_postings_account ON ledger_postings USING btree (account, transaction_id);
CREATE INDEX ledger_postings_party ON ledger_postings USING btree (party) WHERE (party IS NOT NULL);
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER refuse_late BEFORE INSERT ON ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_refuse_late_posting();
grant insert, select on ledger_postings to app_system;
grant select on ledger_postings to app_staff;
grant select on ledger_postings to flaira_app;
alter table ledger_postings enable row level security;
create policy administrators_read on ledger_postings for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on ledger_postings for all to app_system using (true) with check (true);

-- ── ledger_reconciliations ──

create table ledger_reconciliations (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  moves_from timestamp with time zone not null,
  moves_until timestamp with time zone not null,
  moves_count integer not null,
  differs_count integer not null
);
alter table ledger_reconciliations add constraint ledger_reconciliations_pkey PRIMARY KEY (id);
grant insert, select on ledger_reconciliations to app_system;
grant select on ledger_reconciliations to app_staff;
grant select on ledger_reconciliations to flaira_app;
alter table ledger_reconciliations enable row level security;
create policy administrators_read on ledger_reconciliations for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on ledger_reconciliations for all to app_system using (true) with check (true);

-- ── ledger_transactions ──

create table ledger_transactions (
  id bigint not null generated always as identity,
  key text not null,
  kind text not null,
  journal text not null,
  happened_at timestamp with time zone not null,
  entry_date date not null,
  payment_id text,
  document text not null,
  service text,
  vat_permille integer,
  posted_at timestamp with time zone not null default now(),
  posted_in xid8 not null default pg_current_xact_id()
);
alter table ledger_transactions add constraint ledger_transactions_pkey PRIMARY KEY (id);
alter table ledger_transactions add constraint ledger_transactions_key_key UNIQUE (key);
alter table ledger_transactions add constraint ledger_transactions_document_check CHECK (document <> ''::text);
alter table ledger_transactions add constraint ledger_transactions_journal_check CHECK (journal = ANY (ARRAY['BQ'::text, 'VE'::text, 'OD'::text]));
alter table ledger_transactions add constraint ledger_transactions_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text, 'refund_failed'::text, 'dispute'::text, 'sale'::text, 'credit_note'::text, 'fee'::text, 'payout'::text, 'conversion'::text, 'adjustment'::text, 'share_paid'::text]));
alter table ledger_transactions add constraint ledger_transactions_vat_permille_check CHECK (vat_permille >= 0 AND vat_permille <= 300);
CREATE INDEX ledger_transactions_date ON ledger_transactions USING btree (entry_date DESC, id DESC);
CREATE INDEX ledger_transactions_payment ON ledger_transactions USING btree (payment_id);
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER set_date BEFORE INSERT ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION ledger_set_date();
grant insert, select on ledger_transactions to app_system;
grant select on ledger_transactions to app_staff;
grant select on ledger_transactions to flaira_app;
alter table ledger_transactions enable row level security;
create policy administrators_read on ledger_transactions for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on ledger_transactions for all to app_system using (true) with check (true);

-- ── mailbox ──

create table mailbox (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  "to" text not null,
  subject text not null,
  text text not null,
  html text not null,
  language text not null,
  attachments jsonb not null default '[]'::jsonb
);
alter table mailbox add constraint mailbox_pkey PRIMARY KEY (id);
CREATE INDEX mailbox_to ON mailbox USING btree ("to", id DESC);
grant delete, insert, select, update on mailbox to app_system;
grant delete, insert, select, update on mailbox to flaira_app;

-- ── medical_histories ──

create table medical_histories (
  user_id uuid not null,
  version integer not null,
  answers jsonb not null,
  saved_at timestamp with time zone not null
);
alter table medical_histories add constraint medical_histories_pkey PRIMARY KEY (user_id, version);
alter table medical_histories add constraint medical_histories_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table medical_histories add constraint medical_histories_version_check CHECK (version > 0);
grant delete, insert, select, update on medical_histories to app_system;
grant delete, insert, select, update on medical_histories to flaira_app;
grant insert, select on medical_histories to app_user;
grant select on medical_histories to app_staff;
alter table medical_histories enable row level security;
alter table medical_histories force row level security;
create policy own on medical_histories for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy own_told on medical_histories for insert to app_user with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on medical_histories for select to app_staff using (cares_for_patient(user_id));
create policy system_sees_all on medical_histories for all to app_system using (true) with check (true);

-- ── medical_history_drafts ──

create table medical_history_drafts (
  user_id uuid not null,
  answers jsonb not null,
  medicines text,
  saved_at timestamp with time zone not null
);
alter table medical_history_drafts add constraint medical_history_drafts_pkey PRIMARY KEY (user_id);
alter table medical_history_drafts add constraint medical_history_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
grant delete, insert, select on medical_history_drafts to app_user;
grant delete, insert, select, update on medical_history_drafts to app_system;
grant delete, insert, select, update on medical_history_drafts to flaira_app;
grant update (answers, medicines, saved_at) on medical_history_drafts to app_user;
alter table medical_history_drafts enable row level security;
alter table medical_history_drafts force row level security;
create policy own on medical_history_drafts for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on medical_history_drafts for all to app_system using (true) with check (true);

-- ── moderation_counts ──

create table moderation_counts (
  year smallint not null,
  fact text not null,
  detail text not null,
  count integer not null
);
alter table moderation_counts add constraint moderation_counts_pkey PRIMARY KEY (year, fact, detail);
alter table moderation_counts add constraint moderation_counts_count_check CHECK (count > 0);
alter table moderation_counts add constraint moderation_counts_fact_check CHECK (fact = ANY (ARRAY['reported'::text, 'held_by_filter'::text, 'held_by_reports'::text, 'decided'::text, 'ground'::text, 'time'::text, 'appealed'::text, 'appeal_answered'::text, 'review_asked'::text, 'review_answered'::text]));
grant select on moderation_counts to app_system;
grant select on moderation_counts to flaira_app;

-- ── my_challenges ──

create view my_challenges as\n SELECT j.id,
    j.user_id,
    j.challenge,
    j.metric,
    j.target,
    j.joined_at,
    j.ends_at,
    LEAST(COALESCE(cardinality(e.moments), 0), j.target) AS progress,
    e.moments[j.target] AS completed_at
   FROM challenge_joins j
     CROSS JOIN LATERAL ( SELECT array_agg(at.at ORDER BY at.at) AS moments
           FROM challenge_events(j.metric, j.joined_at, j.ends_at, j.zone) at(at)) e;
grant delete, insert, select, update on my_challenges to app_system;
grant delete, insert, select, update on my_challenges to flaira_app;
grant select on my_challenges to app_user;

-- ── notification_choices ──

create table notification_choices (
  user_id uuid not null,
  topic text not null,
  channel text not null,
  is_on boolean not null
);
alter table notification_choices add constraint notification_choices_pkey PRIMARY KEY (user_id, topic, channel);
alter table notification_choices add constraint notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table notification_choices add constraint notification_choices_channel_check CHECK (channel = ANY (ARRAY['in_app'::text, 'email'::text, 'push'::text]));
alter table notification_choices add constraint notification_choices_check CHECK (is_on OR topic <> 'security'::text);
alter table notification_choices add constraint notification_choices_topic_check CHECK (topic = ANY (ARRAY['case'::text, 'messages'::text, 'appointments'::text, 'community'::text, 'billing'::text, 'progress'::text, 'security'::text]));
grant delete, insert, select, update on notification_choices to app_system;
grant delete, insert, select, update on notification_choices to flaira_app;

-- ── notification_events ──

create table notification_events (
  user_id uuid not null,
  event text not null,
  at timestamp with time zone not null
);
alter table notification_events add constraint notification_events_pkey PRIMARY KEY (user_id, event);
alter table notification_events add constraint notification_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
grant delete, insert, select, update on notification_events to app_system;
grant delete, insert, select, update on notification_events to flaira_app;
alter table notification_events enable row level security;
alter table notification_events force row level security;
create policy system_sees_all on notification_events for all to app_system using (true) with check (true);

-- ── notification_habits ──

create table notification_habits (
  user_id uuid not null,
  quiet_from time without time zone,
  quiet_to time without time zone,
  quiet_zone text,
  digest text not null default 'off'::text,
  digest_since timestamp with time zone
);
alter table notification_habits add constraint notification_habits_pkey PRIMARY KEY (user_id);
alter table notification_habits add constraint notification_habits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table notification_habits add constraint notification_habits_check CHECK (num_nulls(quiet_from, quiet_to, quiet_zone) = ANY (ARRAY[0, 3]));
alter table notification_habits add constraint notification_habits_check1 CHECK ((digest = 'off'::text) = (digest_since IS NULL));
alter table notification_habits add constraint notification_habits_digest_check CHECK (digest = ANY (ARRAY['off'::text, 'daily'::text, 'weekly'::text]));
grant delete, insert, select, update on notification_habits to app_system;
grant delete, insert, select, update on notification_habits to flaira_app;

-- ── notifications ──

create table notifications (
  id uuid not null,
  user_id uuid not null,
  domain text not null,
  kind text not null,
  subject_id uuid,
  bundle text not null,
  actor_id uuid,
  count integer not null default 1,
  told integer not null default 0,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  path text,
  subject text not null default ''::text
);
alter table notifications add constraint notifications_pkey PRIMARY KEY (id);
alter table notifications add constraint notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL;
alter table notifications add constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX notifications_actor_id_idx ON notifications USING btree (actor_id);
CREATE UNIQUE INDEX notifications_bundle ON notifications USING btree (user_id, bundle) WHERE (read_at IS NULL);
CREATE INDEX notifications_list ON notifications USING btree (user_id, at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications USING btree (user_id) WHERE (read_at IS NULL);
grant delete, insert, select, update on notifications to app_system;
grant delete, insert, select, update on notifications to flaira_app;
grant select on notifications to app_staff;
grant select on notifications to app_user;
grant update (read_at) on notifications to app_staff;
grant update (read_at) on notifications to app_user;
alter table notifications enable row level security;
alter table notifications force row level security;
create policy own_notifications on notifications for all to app_staff, app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads_money on notifications for select to app_staff using (((kind ~~ 'appointment\_%'::text) OR (kind = ANY (ARRAY['payment_failed'::text, 'payment_confirm'::text, 'payment_refunded'::text, 'subscription_started'::text, 'plan_changed'::text, 'subscription_cancelled'::text, 'subscription_ended'::text, 'withdrawal_confirmed'::text, 'plan_renews_soon'::text]))));
create policy system_sees_all on notifications for all to app_system using (true) with check (true);

-- ── outbox ──

create table outbox (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  topic text not null,
  payload jsonb not null,
  idempotency_key text,
  handled_by text[] not null default '{}'::text[],
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  processed_at timestamp with time zone,
  last_error text
);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table outbox add constraint outbox_topic_idempotency_key_key UNIQUE (topic, idempotency_key);
CREATE INDEX outbox_due ON outbox USING btree (next_attempt_at, id) WHERE (processed_at IS NULL);
CREATE INDEX outbox_topic ON outbox USING btree (topic, id DESC);
CREATE TRIGGER notify AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION outbox_notify();
grant delete, insert, select, update on outbox to app_system;
grant delete, insert, select, update on outbox to flaira_app;

-- ── outcome_checks ──

create table outcome_checks (
  case_id uuid not null,
  kind text not null,
  match integer not null,
  satisfaction integer not null,
  events text[] not null,
  note text not null,
  answered_at timestamp with time zone not null
);
alter table outcome_checks add constraint outcome_checks_pkey PRIMARY KEY (case_id, kind);
alter table outcome_checks add constraint outcome_checks_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table outcome_checks add constraint outcome_checks_kind_check CHECK (kind = ANY (ARRAY['two_weeks'::text, 'three_months'::text]));
alter table outcome_checks add constraint outcome_checks_match_check CHECK (match >= 1 AND match <= 5);
alter table outcome_checks add constraint outcome_checks_satisfaction_check CHECK (satisfaction >= 1 AND satisfaction <= 5);
grant delete, insert, select, update on outcome_checks to app_system;
grant delete, insert, select, update on outcome_checks to flaira_app;
grant insert, select on outcome_checks to app_user;
grant select on outcome_checks to app_staff;
alter table outcome_checks enable row level security;
alter table outcome_checks force row level security;
create policy own on outcome_checks for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy own_told on outcome_checks for insert to app_user with check ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on outcome_checks for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on outcome_checks for all to app_system using (true) with check (true);

-- ── outcome_reminders ──

create table outcome_reminders (
  case_id uuid not null,
  kind text not null,
  sent_at timestamp with time zone not null
);
alter table outcome_reminders add constraint outcome_reminders_pkey PRIMARY KEY (case_id, kind);
alter table outcome_reminders add constraint outcome_reminders_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table outcome_reminders add constraint outcome_reminders_kind_check CHECK (kind = ANY (ARRAY['two_weeks'::text, 'three_months'::text]));
grant delete, insert, select, update on outcome_reminders to app_system;
grant delete, insert, select, update on outcome_reminders to flaira_app;
alter table outcome_reminders enable row level security;
alter table outcome_reminders force row level security;
create policy system_sees_all on outcome_reminders for all to app_system using (true) with check (true);

-- ── passkeys ──

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  name text,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp with time zone not null default now()
);
alter table passkeys add constraint passkeys_pkey PRIMARY KEY (id);
alter table passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);
alter table passkeys add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table passkeys add constraint passkeys_name_check CHECK (length(name) >= 1 AND length(name) <= 60);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);
grant delete, insert, select, update on passkeys to app_system;
grant delete, insert, select, update on passkeys to flaira_app;

-- ── patients ──

create table patients (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  birth_date date,
  created_at timestamp with time zone not null default now()
);
alter table patients add constraint patients_pkey PRIMARY KEY (id);
alter table patients add constraint patients_user_id_key UNIQUE (user_id);
alter table patients add constraint patients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX patients_birth_date ON patients USING btree (birth_date) WHERE (birth_date IS NOT NULL);
grant delete, insert, select, update on patients to app_system;
grant delete, insert, select, update on patients to flaira_app;
grant insert, select, update on patients to app_user;
grant select on patients to app_staff;
alter table patients enable row level security;
alter table patients force row level security;
create policy own_patient on patients for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on patients for select to app_staff using (cares_for_patient(user_id));
create policy system_sees_all on patients for all to app_system using (true) with check (true);

-- ── payment_disputes ──

create table payment_disputes (
  id text not null,
  payment_id text not null,
  status text not null,
  reason text not null,
  amount_cents bigint not null,
  currency text not null,
  evidence_due_at timestamp with time zone,
  opened_at timestamp with time zone not null,
  told_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  reinstated_at timestamp with time zone,
  closed_at timestamp with time zone generated always as (
CASE
    WHEN (status = ANY (ARRAY['won'::text, 'lost'::text, 'closed'::text])) THEN told_at
    ELSE NULL::timestamp with time zone
END) stored
);
alter table payment_disputes add constraint payment_disputes_pkey PRIMARY KEY (id);
alter table payment_disputes add constraint payment_disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE;
alter table payment_disputes add constraint payment_disputes_amount_cents_check CHECK (amount_cents >= 0);
alter table payment_disputes add constraint payment_disputes_currency_check CHECK (currency ~ '^[a-z]{3}$'::text);
alter table payment_disputes add constraint payment_disputes_status_check CHECK (status = ANY (ARRAY['needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'closed'::text]));
CREATE INDEX payment_disputes_payment ON payment_disputes USING btree (payment_id);
grant delete, insert, select, update on payment_disputes to app_system;
grant delete, insert, select, update on payment_disputes to flaira_app;
grant select (amount_cents, closed_at, currency, payment_id, status) on payment_disputes to app_user;
grant select on payment_disputes to app_staff;
alter table payment_disputes enable row level security;
alter table payment_disputes force row level security;
create policy own_disputes on payment_disputes for select to app_user using ((payment_id IN ( SELECT payments.id
   FROM payments)));
create policy staff_reads on payment_disputes for select to app_staff using (true);
create policy system_sees_all on payment_disputes for all to app_system using (true) with check (true);

-- ── payment_holds ──

create table payment_holds (
  user_id uuid not null,
  since timestamp with time zone not null
);
alter table payment_holds add constraint payment_holds_pkey PRIMARY KEY (user_id);
alter table payment_holds add constraint payment_holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
grant delete, insert, select, update on payment_holds to app_system;
grant delete, insert, select, update on payment_holds to flaira_app;
grant select on payment_holds to app_user;
alter table payment_holds enable row level security;
alter table payment_holds force row level security;
create policy own on payment_holds for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on payment_holds for all to app_system using (true) with check (true);

-- ── payment_notice_refusals ──

create table payment_notice_refusals (
  day date not null,
  reason text not null,
  count bigint not null default 1,
  last_at timestamp with time zone not null
);
alter table payment_notice_refusals add constraint payment_notice_refusals_pkey PRIMARY KEY (day, reason);
alter table payment_notice_refusals add constraint payment_notice_refusals_reason_check CHECK (reason = ANY (ARRAY['forged'::text, 'late'::text, 'unreadable'::text]));
grant delete, insert, select, update on payment_notice_refusals to app_system;
grant delete, insert, select, update on payment_notice_refusals to flaira_app;
grant select on payment_notice_refusals to app_staff;

-- ── payment_notices ──

create table payment_notices (
  id text not null,
  kind text not null,
  notice jsonb not null,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  attempts integer not null default 0,
  last_error text
);
alter table payment_notices add constraint payment_notices_pkey PRIMARY KEY (id);
CREATE INDEX payment_notices_newest ON payment_notices USING btree (received_at DESC);
CREATE INDEX payment_notices_waiting ON payment_notices USING btree (received_at) WHERE (handled_at IS NULL);
grant delete, insert, select, update on payment_notices to app_system;
grant delete, insert, select, update on payment_notices to flaira_app;
grant select on payment_notices to app_staff;

-- ── payment_refund_failures ──

create table payment_refund_failures (
  id text not null,
  payment_id text not null,
  amount_cents bigint not null,
  reason text not null,
  failed_at timestamp with time zone not null
);
alter table payment_refund_failures add constraint payment_refund_failures_pkey PRIMARY KEY (id);
alter table payment_refund_failures add constraint payment_refund_failures_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE;
alter table payment_refund_failures add constraint payment_refund_failures_amount_cents_check CHECK (amount_cents > 0);
CREATE INDEX payment_refund_failures_payment ON payment_refund_failures USING btree (payment_id);
grant delete, insert, select, update on payment_refund_failures to app_system;
grant delete, insert, select, update on payment_refund_failures to flaira_app;
grant select on payment_refund_failures to app_staff;
alter table payment_refund_failures enable row level security;
alter table payment_refund_failures force row level security;
create policy staff_reads on payment_refund_failures for select to app_staff using (true);
create policy system_sees_all on payment_refund_failures for all to app_system using (true) with check (true);

-- ── payments ──

create table payments (
  id text not null,
  reference_kind text not null,
  reference_id text not null,
  user_id uuid,
  amount_cents bigint not null,
  currency text not null,
  refunded_cents bigint not null default 0,
  paid_at timestamp(3) with time zone not null,
  page_id text,
  invoice_id text,
  subscription_id text
);
alter table payments add constraint payments_pkey PRIMARY KEY (id);
alter table payments add constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table payments add constraint payments_amount_cents_check CHECK (amount_cents >= 0);
alter table payments add constraint payments_check CHECK (refunded_cents >= 0 AND refunded_cents <= amount_cents);
alter table payments add constraint payments_currency_check CHECK (currency ~ '^[a-z]{3}$'::text);
alter table payments add constraint payments_reference_kind_check CHECK (reference_kind ~ '^[a-z_]{1,40}$'::text);
CREATE INDEX payments_newest ON payments USING btree (paid_at DESC, id DESC);
CREATE INDEX payments_reference ON payments USING btree (reference_kind, reference_id);
CREATE INDEX payments_user ON payments USING btree (user_id, paid_at DESC);
CREATE TRIGGER inbox_follows_payment AFTER DELETE ON payments FOR EACH ROW EXECUTE FUNCTION inbox_follow_payment();
grant delete, insert, select, update on payments to app_system;
grant delete, insert, select, update on payments to flaira_app;
grant select on payments to app_staff;
grant select on payments to app_user;
alter table payments enable row level security;
alter table payments force row level security;
create policy own_payments on payments for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on payments for select to app_staff using (true);
create policy system_sees_all on payments for all to app_system using (true) with check (true);

-- ── people ──

create view people as\n SELECT id,
    name,
    friend_name(first_name, last_name) AS short_name,
    role,
    avatar_id
   FROM users;
grant select on people to app_staff;
grant select on people to app_system;
grant select on people to app_user;
grant select on people to flaira_app;

-- ── person_keys ──

create table person_keys (
  id uuid not null,
  user_id text,
  lead_id uuid,
  master_key_id text,
  wrapped_key bytea,
  link_epoch integer not null default 0,
  created_at timestamp with time zone not null default now(),
  destroyed_at timestamp with time zone
);
alter table person_keys add constraint person_keys_pkey PRIMARY KEY (id);
alter table person_keys add constraint person_keys_lead_id_key UNIQUE (lead_id);
alter table person_keys add constraint person_keys_check CHECK (user_id IS NOT NULL OR lead_id IS NOT NULL);
alter table person_keys add constraint person_keys_check1 CHECK ((wrapped_key IS NULL) = (destroyed_at IS NOT NULL));
CREATE UNIQUE INDEX person_keys_account ON person_keys USING btree (user_id) WHERE (lead_id IS NULL);
CREATE INDEX person_keys_user ON person_keys USING btree (user_id);
grant delete, insert, select, update on person_keys to app_system;
grant delete, insert, select, update on person_keys to flaira_app;
grant insert, select on person_keys to app_staff;
grant insert, select on person_keys to app_user;
grant update (link_epoch) on person_keys to app_user;
alter table person_keys enable row level security;
alter table person_keys force row level security;
create policy own_keys on person_keys for all to app_user using ((user_id = ( SELECT request_user_id() AS request_user_id))) with check (((user_id = ( SELECT request_user_id() AS request_user_id)) AND (lead_id IS NULL)));
create policy staff_keys on person_keys for all to app_staff using (true) with check (true);
create policy system_sees_all on person_keys for all to app_system using (true) with check (true);

-- ── photo_objects ──

create table photo_objects (
  id uuid not null,
  bucket text not null,
  path text not null,
  person_key_id uuid not null,
  size integer not null,
  sha256 text not null,
  width integer not null,
  height integer not null,
  content_type text not null,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);
alter table photo_objects add constraint photo_objects_pkey PRIMARY KEY (id);
alter table photo_objects add constraint photo_objects_person_key_id_fkey FOREIGN KEY (person_key_id) REFERENCES person_keys(id);
alter table photo_objects add constraint photo_objects_bucket_check CHECK (bucket = ANY (ARRAY['user-uploads'::text, 'user-photos'::text, 'simulations'::text, 'community-assets'::text, 'avatars'::text, 'treatments'::text, 'imported'::text]));
alter table photo_objects add constraint photo_objects_sha256_check CHECK (length(sha256) = 64);
CREATE UNIQUE INDEX photo_objects_path ON photo_objects USING btree (bucket, path) WHERE (deleted_at IS NULL);
CREATE INDEX photo_objects_person_key ON photo_objects USING btree (person_key_id);
grant delete, insert, select, update on photo_objects to app_system;
grant delete, insert, select, update on photo_objects to flaira_app;
grant insert, select, update on photo_objects to app_staff;
grant insert, select, update on photo_objects to app_user;
alter table photo_objects enable row level security;
alter table photo_objects force row level security;
create policy own_photos on photo_objects for all to app_user using ((person_key_id IN ( SELECT person_keys.id
   FROM person_keys))) with check ((person_key_id IN ( SELECT person_keys.id
   FROM person_keys)));
create policy staff_photos on photo_objects for all to app_staff using (((bucket = ANY (ARRAY['avatars'::text, 'community-assets'::text])) OR (EXISTS ( SELECT
   FROM person_keys k
  WHERE ((k.id = photo_objects.person_key_id) AND
        CASE
            WHEN (k.user_id ~ '^[0-9a-f-]{36}$'::text) THEN cares_for_patient((k.user_id)::uuid)
            ELSE false
        END)))));
create policy system_sees_all on photo_objects for all to app_system using (true) with check (true);

-- ── photo_requests ──

create table photo_requests (
  id uuid not null default gen_random_uuid(),
  case_id uuid not null,
  poses text[] not null,
  reason text not null,
  note text not null,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  withdrawn_at timestamp with time zone
);
alter table photo_requests add constraint photo_requests_pkey PRIMARY KEY (id);
alter table photo_requests add constraint photo_requests_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table photo_requests add constraint photo_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL;
alter table photo_requests add constraint photo_requests_poses_check CHECK (poses <@ ARRAY['front'::text, 'right'::text, 'left'::text, 'frown'::text, 'raised_brows'::text, 'smile'::text] AND cardinality(poses) > 0);
alter table photo_requests add constraint photo_requests_reason_check CHECK (reason = ANY (ARRAY['blurred'::text, 'too_dark'::text, 'wrong_pose'::text, 'face_covered'::text, 'make_up'::text, 'expression'::text, 'other'::text]));
CREATE INDEX photo_requests_case ON photo_requests USING btree (case_id, requested_at DESC);
CREATE UNIQUE INDEX photo_requests_open ON photo_requests USING btree (case_id) WHERE ((answered_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX photo_requests_requested_by_idx ON photo_requests USING btree (requested_by);
CREATE TRIGGER cases_note_waiting AFTER INSERT OR UPDATE ON photo_requests FOR EACH ROW EXECUTE FUNCTION cases_note_waiting();
grant delete, insert, select, update on photo_requests to app_system;
grant delete, insert, select, update on photo_requests to flaira_app;
grant insert, select on photo_requests to app_staff;
grant select on photo_requests to app_user;
grant update (withdrawn_at) on photo_requests to app_staff;
alter table photo_requests enable row level security;
alter table photo_requests force row level security;
create policy own_requests on photo_requests for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_asks on photo_requests for insert to app_staff with check ((((requested_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy staff_reads on photo_requests for select to app_staff using (cares_for_case(case_id));
create policy staff_withdraws on photo_requests for update to app_staff using (((answered_at IS NULL) AND cares_for_case(case_id))) with check (true);
create policy system_sees_all on photo_requests for all to app_system using (true) with check (true);

-- ── photos ──

create table photos (
  id uuid not null,
  lead_id uuid,
  user_id uuid,
  pose text not null,
  path text not null,
  sha256 text not null,
  width_px integer not null,
  height_px integer not null,
  is_verified boolean not null,
  created_at timestamp with time zone not null,
  current_at timestamp with time zone
);
alter table photos add constraint photos_pkey PRIMARY KEY (id);
alter table photos add constraint photos_id_fkey FOREIGN KEY (id) REFERENCES photo_objects(id);
alter table photos add constraint photos_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE;
alter table photos add constraint photos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table photos add constraint photos_check CHECK (lead_id IS NOT NULL OR user_id IS NOT NULL);
alter table photos add constraint photos_pose_check CHECK (pose = ANY (ARRAY['front'::text, 'right'::text, 'left'::text, 'frown'::text, 'raised_brows'::text, 'smile'::text]));
CREATE UNIQUE INDEX photos_lead_pose ON photos USING btree (lead_id, pose) WHERE (lead_id IS NOT NULL);
CREATE INDEX photos_time ON photos USING btree (user_id, created_at DESC, id DESC) WHERE (current_at IS NOT NULL);
CREATE INDEX photos_user ON photos USING btree (user_id, pose, current_at DESC);
grant delete, insert, select, update on photos to app_system;
grant delete, insert, select, update on photos to flaira_app;
grant insert, select on photos to app_user;
grant select on photos to app_staff;
grant update (current_at) on photos to app_user;
alter table photos enable row level security;
alter table photos force row level security;
create policy own_photos on photos for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check ((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) AND (lead_id IS NULL)));
create policy staff_reads on photos for select to app_staff using (((user_id IS NOT NULL) AND cares_for_patient(user_id)));
create policy system_sees_all on photos for all to app_system using (true) with check (true);

-- ── post_marks ──

create table post_marks (
  channel_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  read_at timestamp with time zone,
  saved_at timestamp with time zone
);
alter table post_marks add constraint post_marks_pkey PRIMARY KEY (channel_id, post_id, user_id);
alter table post_marks add constraint post_marks_channel_id_post_id_fkey FOREIGN KEY (channel_id, post_id) REFERENCES posts(channel_id, id) ON DELETE CASCADE;
alter table post_marks add constraint post_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX post_marks_present ON post_marks USING btree (post_id, read_at DESC);
CREATE INDEX post_marks_read ON post_marks USING btree (user_id, read_at DESC, post_id) WHERE (read_at IS NOT NULL);
CREATE INDEX post_marks_saved ON post_marks USING btree (user_id, saved_at DESC, post_id) WHERE (saved_at IS NOT NULL);
CREATE INDEX post_marks_user_id_idx ON post_marks USING btree (user_id);
grant delete, insert, select, update on post_marks to app_system;
grant delete, insert, select, update on post_marks to flaira_app;

-- ── post_tags ──

create table post_tags (
  channel_id uuid not null,
  post_id uuid not null,
  tag text not null,
  visibility text not null,
  lang text
);
alter table post_tags add constraint post_tags_pkey PRIMARY KEY (channel_id, post_id, tag);
alter table post_tags add constraint post_tags_channel_id_post_id_fkey FOREIGN KEY (channel_id, post_id) REFERENCES posts(channel_id, id) ON DELETE CASCADE;
CREATE INDEX post_tags_lang ON post_tags USING btree (tag, visibility, COALESCE(lang, ''::text), post_id DESC);
CREATE INDEX post_tags_tag ON post_tags USING btree (tag, visibility, post_id DESC);
grant delete, insert, select, update on post_tags to app_system;
grant delete, insert, select, update on post_tags to flaira_app;

-- ── posts ──

create table posts (
  channel_id uuid not null,
  id uuid not null,
  author_id uuid,
  visibility text not null,
  state text not null default 'visible'::text,
  title text not null,
  body text not null,
  words text not null,
  excerpt text not null,
  image_path text,
  tags text[] not null default '{}'::text[],
  tag_titles text[] not null default '{}'::text[],
  lang text,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  likes_count integer not null default 0,
  comments_count integer not null default 0,
  pinned_at timestamp with time zone,
  is_locked boolean not null default false,
  is_expert boolean not null default false,
  asks_practitioner boolean not null default false,
  asked_at timestamp with time zone,
  overdue_told_at timestamp with time zone,
  web_since timestamp with time zone,
  popularity integer not null generated always as ((likes_count + (2 * comments_count))) stored,
  hot double precision not null generated always as ((log(((1 + GREATEST((likes_count + (2 * comments_count)), 0)))::double precision) + ((EXTRACT(epoch FROM (created_at AT TIME ZONE 'UTC'::text)) / (45000)::numeric))::double precision)) stored,
  search tsvector not null
);
alter table posts add constraint posts_pkey PRIMARY KEY (channel_id, id);
alter table posts add constraint posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
alter table posts add constraint posts_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table posts add constraint posts_check CHECK (cardinality(tags) = cardinality(tag_titles));
alter table posts add constraint posts_check1 CHECK (asked_at IS NOT NULL OR NOT asks_practitioner);
alter table posts add constraint posts_state_check CHECK (state = ANY (ARRAY['visible'::text, 'held'::text, 'removed'::text, 'deleted'::text]));
CREATE INDEX posts_asking ON posts USING btree (id DESC) WHERE (asks_practitioner AND (state = 'visible'::text));
CREATE INDEX posts_author ON posts USING btree (author_id, id DESC);
CREATE INDEX posts_channel_hot ON posts USING btree (channel_id, hot DESC, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_channel_lang_hot ON posts USING btree (channel_id, COALESCE(lang, ''::text), hot DESC, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_channel_lang_latest ON posts USING btree (channel_id, COALESCE(lang, ''::text), id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_channel_lang_popular ON posts USING btree (channel_id, COALESCE(lang, ''::text), popularity DESC, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_channel_latest ON posts USING btree (channel_id, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_channel_pinned ON posts USING btree (channel_id, pinned_at DESC) WHERE ((pinned_at IS NOT NULL) AND (state = 'visible'::text));
CREATE INDEX posts_channel_popular ON posts USING btree (channel_id, popularity DESC, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_expert ON posts USING btree (visibility, id DESC) WHERE ((state = 'visible'::text) AND is_expert);
CREATE INDEX posts_expert_hot ON posts USING btree (visibility, hot DESC, id DESC) WHERE ((state = 'visible'::text) AND is_expert);
CREATE INDEX posts_hot ON posts USING btree (visibility, hot DESC, id DESC) WHERE (state = 'visible'::text);
CREATE UNIQUE INDEX posts_id ON posts USING btree (id);
CREATE INDEX posts_lang_hot ON posts USING btree (visibility, COALESCE(lang, ''::text), hot DESC, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_lang_latest ON posts USING btree (visibility, COALESCE(lang, ''::text), id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_lang_popular ON posts USING btree (visibility, COALESCE(lang, ''::text), popularity DESC, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_latest ON posts USING btree (visibility, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_on_web ON posts USING btree (channel_id, id DESC) WHERE ((web_since IS NOT NULL) AND (state = 'visible'::text));
CREATE INDEX posts_popular ON posts USING btree (visibility, popularity DESC, id DESC) WHERE (state = 'visible'::text);
CREATE INDEX posts_search ON posts USING gin (search) WITH (fastupdate=off);
CREATE INDEX posts_unanswered ON posts USING btree (visibility, id DESC) WHERE ((state = 'visible'::text) AND (comments_count = 0));
CREATE TRIGGER index_words BEFORE INSERT OR UPDATE OF title, words, tag_titles, state, visibility, author_id, lang ON posts FOR EACH ROW EXECUTE FUNCTION posts_index_words();
CREATE TRIGGER keep_lexicon AFTER INSERT OR UPDATE OF title, tag_titles ON posts FOR EACH ROW WHEN (new.state = 'visible'::text) EXECUTE FUNCTION posts_keep_lexicon();
grant delete, insert, select, update on posts to app_system;
grant delete, insert, select, update on posts to flaira_app;

-- ── practitioner_places ──

create table practitioner_places (
  user_id uuid not null,
  "position" integer not null,
  name text not null default ''::text,
  street text not null,
  postal_code text not null,
  city text not null,
  country text not null,
  latitude double precision not null,
  longitude double precision not null
);
alter table practitioner_places add constraint practitioner_places_pkey PRIMARY KEY (user_id, "position");
alter table practitioner_places add constraint practitioner_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES practitioner_profiles(user_id) ON DELETE CASCADE;
alter table practitioner_places add constraint practitioner_places_country_check CHECK (country = ANY (ARRAY['FR'::text, 'BE'::text, 'CH'::text, 'LU'::text, 'MC'::text, 'CA'::text]));
alter table practitioner_places add constraint practitioner_places_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision);
alter table practitioner_places add constraint practitioner_places_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision);
grant delete, insert, select, update on practitioner_places to app_system;
grant delete, insert, select, update on practitioner_places to flaira_app;

-- ── practitioner_profiles ──

create table practitioner_profiles (
  user_id uuid not null,
  slug text not null,
  specialities text[] not null default '{}'::text[],
  languages text[] not null default '{}'::text[],
  introduction_en text not null default ''::text,
  introduction_fr text not null default ''::text,
  listed_at timestamp with time zone,
  hidden_at timestamp with time zone,
  hidden_by uuid,
  hidden_reason text,
  updated_at timestamp with time zone not null
);
alter table practitioner_profiles add constraint practitioner_profiles_pkey PRIMARY KEY (user_id);
alter table practitioner_profiles add constraint practitioner_profiles_slug_key UNIQUE (slug);
alter table practitioner_profiles add constraint practitioner_profiles_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES users(id) ON DELETE SET NULL;
alter table practitioner_profiles add constraint practitioner_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES practitioners(user_id) ON DELETE CASCADE;
alter table practitioner_profiles add constraint practitioner_profiles_check CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL));
alter table practitioner_profiles add constraint practitioner_profiles_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text);
grant delete, insert, select, update on practitioner_profiles to app_system;
grant delete, insert, select, update on practitioner_profiles to flaira_app;

-- ── practitioner_requests ──

create table practitioner_requests (
  channel_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  removed_at timestamp with time zone,
  removed_by uuid,
  reason text
);
alter table practitioner_requests add constraint practitioner_requests_pkey PRIMARY KEY (channel_id, post_id, user_id);
alter table practitioner_requests add constraint practitioner_requests_channel_id_post_id_fkey FOREIGN KEY (channel_id, post_id) REFERENCES posts(channel_id, id) ON DELETE CASCADE;
alter table practitioner_requests add constraint practitioner_requests_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table practitioner_requests add constraint practitioner_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table practitioner_requests add constraint practitioner_requests_check CHECK ((removed_at IS NULL) = (reason IS NULL));
CREATE INDEX practitioner_requests_removed_by_idx ON practitioner_requests USING btree (removed_by);
CREATE INDEX practitioner_requests_user ON practitioner_requests USING btree (user_id, asked_at DESC);
grant delete, insert, select, update on practitioner_requests to app_system;
grant delete, insert, select, update on practitioner_requests to flaira_app;

-- ── practitioners ──

create table practitioners (
  user_id uuid not null,
  speciality text not null,
  registration_number text not null,
  registration_body text not null,
  verified_at timestamp with time zone,
  verified_by uuid,
  created_at timestamp with time zone not null default now(),
  profession text not null
);
alter table practitioners add constraint practitioners_pkey PRIMARY KEY (user_id);
alter table practitioners add constraint practitioners_registration_body_registration_number_key UNIQUE (registration_body, registration_number);
alter table practitioners add constraint practitioners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table practitioners add constraint practitioners_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES users(id) ON DELETE SET NULL;
alter table practitioners add constraint practitioners_profession_check CHECK (profession = ANY (ARRAY['doctor'::text, 'nurse'::text]));
CREATE TRIGGER practitioners_profession BEFORE UPDATE OF profession ON practitioners FOR EACH ROW EXECUTE FUNCTION keep_verified_profession();
grant delete, insert, select, update on practitioners to app_system;
grant delete, insert, select, update on practitioners to flaira_app;
grant select on practitioners to app_staff;
grant select on practitioners to app_user;
grant update (verified_at, verified_by) on practitioners to app_staff;

-- ── products ──

create table products (
  id uuid not null default gen_random_uuid(),
  name_en text not null,
  name_fr text not null,
  description_en text not null,
  description_fr text not null,
  price_cents integer not null,
  currency text not null,
  for_treatments text[] not null,
  for_scores text[] not null,
  is_active boolean not null,
  "position" integer not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null
);
alter table products add constraint products_pkey PRIMARY KEY (id);
alter table products add constraint products_check CHECK ((cardinality(for_treatments) + cardinality(for_scores)) > 0);
alter table products add constraint products_price_cents_check CHECK (price_cents >= 0);
CREATE INDEX products_active ON products USING btree ("position", id) WHERE is_active;
grant delete, insert, select, update on products to app_staff;
grant delete, insert, select, update on products to app_system;
grant delete, insert, select, update on products to flaira_app;
grant select on products to app_user;

-- ── progress_settings ──

create table progress_settings (
  user_id uuid not null,
  monthly_target integer not null default 30,
  achievements_public boolean not null default false
);
alter table progress_settings add constraint progress_settings_pkey PRIMARY KEY (user_id);
alter table progress_settings add constraint progress_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table progress_settings add constraint progress_settings_monthly_target_check CHECK (monthly_target >= 1);
grant delete, insert, select, update on progress_settings to app_system;
grant delete, insert, select, update on progress_settings to flaira_app;
grant insert, select, update on progress_settings to app_user;
alter table progress_settings enable row level security;
alter table progress_settings force row level security;
create policy own on progress_settings for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on progress_settings for all to app_system using (true) with check (true);

-- ── provider_moves ──

create table provider_moves (
  id text not null,
  kind text not null,
  at timestamp with time zone not null,
  payment_id text,
  source_id text,
  amount_cents bigint not null,
  currency text not null,
  settled_cents bigint not null,
  settled_currency text not null,
  fee_cents bigint not null
);
alter table provider_moves add constraint provider_moves_pkey PRIMARY KEY (id);
alter table provider_moves add constraint provider_moves_currency_check CHECK (currency ~ '^[a-z]{3}$'::text);
alter table provider_moves add constraint provider_moves_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text, 'fee'::text, 'payout'::text, 'other'::text]));
alter table provider_moves add constraint provider_moves_settled_currency_check CHECK (settled_currency ~ '^[a-z]{3}$'::text);
CREATE INDEX provider_moves_payment ON provider_moves USING btree (payment_id);
grant insert, select on provider_moves to app_system;
grant select on provider_moves to app_staff;
grant select on provider_moves to flaira_app;
alter table provider_moves enable row level security;
create policy administrators_read on provider_moves for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on provider_moves for all to app_system using (true) with check (true);

-- ── providers ──

create table providers (
  id uuid not null,
  name text not null,
  address text not null default ''::text,
  phone text not null default ''::text,
  registration text not null default ''::text,
  seller text not null default ''::text,
  insurance text not null default ''::text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  search tsvector not null generated always as (search_vector(((((name || ' '::text) || address) || ' '::text) || phone))) stored
);
alter table providers add constraint providers_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX providers_name ON providers USING btree (search_words(name), search_words(address));
CREATE INDEX providers_search ON providers USING gin (search) WITH (fastupdate=off);
CREATE TRIGGER keep_place AFTER INSERT OR UPDATE OF name, address, phone, is_active ON providers FOR EACH ROW EXECUTE FUNCTION place_of_provider();
grant delete, insert, select, update on providers to app_system;
grant delete, insert, select, update on providers to flaira_app;
grant insert, select, update on providers to app_staff;

-- ── push_subscriptions ──

create table push_subscriptions (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null
);
alter table push_subscriptions add constraint push_subscriptions_pkey PRIMARY KEY (id);
alter table push_subscriptions add constraint push_subscriptions_endpoint_key UNIQUE (endpoint);
alter table push_subscriptions add constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX push_subscriptions_session ON push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_user ON push_subscriptions USING btree (user_id);
grant delete, insert, select, update on push_subscriptions to app_system;
grant delete, insert, select, update on push_subscriptions to flaira_app;
grant delete, select on push_subscriptions to app_staff;
grant delete, select on push_subscriptions to app_user;
alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
create policy own_push_subscriptions on push_subscriptions for all to app_staff, app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on push_subscriptions for all to app_system using (true) with check (true);

-- ── rate_limits ──

create table rate_limits (
  id uuid not null default gen_random_uuid(),
  key text not null,
  count integer not null,
  last_request bigint not null
);
alter table rate_limits add constraint rate_limits_pkey PRIMARY KEY (id);
alter table rate_limits add constraint rate_limits_key_key UNIQUE (key);
CREATE INDEX rate_limits_last_request ON rate_limits USING btree (last_request);
grant delete, insert, select, update on rate_limits to app_system;
grant delete, insert, select, update on rate_limits to flaira_app;

-- ── redo_requests ──

create table redo_requests (
  id uuid not null default gen_random_uuid(),
  case_id uuid not null,
  wishes text not null,
  requested_at timestamp with time zone not null
);
alter table redo_requests add constraint redo_requests_pkey PRIMARY KEY (id);
alter table redo_requests add constraint redo_requests_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
CREATE INDEX redo_requests_case ON redo_requests USING btree (case_id, requested_at DESC);
grant delete, insert, select, update on redo_requests to app_system;
grant delete, insert, select, update on redo_requests to flaira_app;
grant select on redo_requests to app_staff;
grant select on redo_requests to app_user;
alter table redo_requests enable row level security;
alter table redo_requests force row level security;
create policy own_redos on redo_requests for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on redo_requests for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on redo_requests for all to app_system using (true) with check (true);

-- ── refusal_counts ──

create table refusal_counts (
  hour timestamp with time zone not null,
  who text not null,
  refusals integer not null default 0,
  decoys integer not null default 0,
  alarmed_at timestamp with time zone
);
alter table refusal_counts add constraint refusal_counts_pkey PRIMARY KEY (hour, who);
grant delete, insert, select, update on refusal_counts to app_system;
grant delete, insert, select, update on refusal_counts to flaira_app;

-- ── registration_checks ──

create table registration_checks (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  source text not null,
  registration_number text not null,
  outcome text not null,
  answer jsonb not null,
  checked_by uuid,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null
);
alter table registration_checks add constraint registration_checks_pkey PRIMARY KEY (id);
alter table registration_checks add constraint registration_checks_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES users(id) ON DELETE SET NULL;
alter table registration_checks add constraint registration_checks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table registration_checks add constraint registration_checks_outcome_check CHECK (outcome = ANY (ARRAY['active'::text, 'inactive'::text, 'absent'::text, 'other_person'::text, 'other_profession'::text, 'seen'::text]));
CREATE INDEX registration_checks_checked_by ON registration_checks USING btree (checked_by);
CREATE INDEX registration_checks_user ON registration_checks USING btree (user_id, last_at DESC);
grant delete, insert, select, update on registration_checks to app_system;
grant delete, insert, select, update on registration_checks to flaira_app;

-- ── renderings ──

create table renderings (
  id uuid not null,
  case_id uuid not null,
  version integer not null,
  pose text not null,
  style text not null,
  input_hash text not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  seen_by uuid,
  marks jsonb
);
alter table renderings add constraint renderings_pkey PRIMARY KEY (id);
alter table renderings add constraint renderings_case_id_version_pose_style_key UNIQUE (case_id, version, pose, style);
alter table renderings add constraint renderings_case_id_version_fkey FOREIGN KEY (case_id, version) REFERENCES drafts(case_id, version) ON DELETE CASCADE;
alter table renderings add constraint renderings_id_fkey FOREIGN KEY (id) REFERENCES photo_objects(id);
alter table renderings add constraint renderings_seen_by_fkey FOREIGN KEY (seen_by) REFERENCES users(id) ON DELETE SET NULL;
alter table renderings add constraint renderings_marks_check CHECK (jsonb_typeof(marks) = 'array'::text);
alter table renderings add constraint renderings_pose_check CHECK (pose = ANY (ARRAY['front'::text, 'right'::text, 'left'::text]));
alter table renderings add constraint renderings_style_check CHECK (style = ANY (ARRAY['natural'::text, 'harmonious'::text, 'glamour'::text]));
CREATE INDEX renderings_seen_by_idx ON renderings USING btree (seen_by);
grant delete, insert, select on renderings to app_staff;
grant delete, insert, select, update on renderings to app_system;
grant delete, insert, select, update on renderings to flaira_app;
grant select on renderings to app_user;
grant update (marks, seen_at, seen_by, version) on renderings to app_staff;
alter table renderings enable row level security;
alter table renderings force row level security;
create policy signed_renderings on renderings for select to app_user using ((EXISTS ( SELECT
   FROM signatures s
  WHERE ((s.case_id = renderings.case_id) AND (s.version = renderings.version)))));
create policy staff_clears on renderings for delete to app_staff using ((cares_for_case(case_id) AND (NOT (EXISTS ( SELECT
   FROM signatures s
  WHERE ((s.case_id = renderings.case_id) AND (s.version = renderings.version)))))));
create policy staff_reads on renderings for select to app_staff using (cares_for_case(case_id));
create policy staff_renders on renderings for insert to app_staff with check (cares_for_case(case_id));
create policy staff_sees on renderings for update to app_staff using ((cares_for_case(case_id) AND (NOT (EXISTS ( SELECT
   FROM signatures s
  WHERE ((s.case_id = renderings.case_id) AND (s.version = renderings.version))))))) with check (cares_for_case(case_id));
create policy system_sees_all on renderings for all to app_system using (true) with check (true);

-- ── report_reviews ──

create table report_reviews (
  id uuid not null,
  report_id uuid not null,
  decision_id uuid not null,
  reporter_id uuid not null,
  words text not null,
  at timestamp with time zone not null,
  outcome text,
  statement text,
  answered_by uuid,
  answered_at timestamp with time zone
);
alter table report_reviews add constraint report_reviews_pkey PRIMARY KEY (id);
alter table report_reviews add constraint report_reviews_report_id_reporter_id_key UNIQUE (report_id, reporter_id);
alter table report_reviews add constraint report_reviews_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL;
alter table report_reviews add constraint report_reviews_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table report_reviews add constraint report_reviews_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE;
alter table report_reviews add constraint report_reviews_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE CASCADE;
alter table report_reviews add constraint report_reviews_check CHECK ((outcome IS NULL) = (answered_at IS NULL));
alter table report_reviews add constraint report_reviews_outcome_check CHECK (outcome = ANY (ARRAY['upheld'::text, 'reversed'::text]));
CREATE INDEX report_reviews_answered_by_idx ON report_reviews USING btree (answered_by);
CREATE INDEX report_reviews_decision_id_idx ON report_reviews USING btree (decision_id);
CREATE INDEX report_reviews_open ON report_reviews USING btree (id) WHERE (answered_at IS NULL);
CREATE INDEX report_reviews_reporter_id_idx ON report_reviews USING btree (reporter_id);
CREATE TRIGGER report_reviews_count AFTER INSERT OR UPDATE OF outcome ON report_reviews FOR EACH ROW EXECUTE FUNCTION count_review();
grant delete, insert, select, update on report_reviews to app_system;
grant delete, insert, select, update on report_reviews to flaira_app;

-- ── report_voices ──

create table report_voices (
  report_id uuid not null,
  reporter_id uuid,
  reason text not null,
  note text not null default ''::text,
  at timestamp with time zone not null
);
alter table report_voices add constraint report_voices_report_id_reporter_id_key UNIQUE NULLS NOT DISTINCT (report_id, reporter_id);
alter table report_voices add constraint report_voices_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE;
alter table report_voices add constraint report_voices_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX report_voices_reporter ON report_voices USING btree (reporter_id, at DESC);
CREATE TRIGGER report_voices_count AFTER INSERT ON report_voices FOR EACH ROW EXECUTE FUNCTION count_report();
grant delete, insert, select, update on report_voices to app_system;
grant delete, insert, select, update on report_voices to flaira_app;

-- ── reports ──

create table reports (
  id uuid not null default gen_random_uuid(),
  subject_kind text not null,
  subject_id uuid not null,
  channel_id uuid,
  origin text not null default 'report'::text,
  status text not null default 'open'::text,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  severity integer not null default 0,
  is_raised boolean not null default false,
  voices_count integer not null default 0,
  reasons text[] not null default '{}'::text[],
  held_at timestamp with time zone,
  decided_in uuid,
  queue_rank integer not null generated always as ((- (((severity +
CASE
    WHEN is_raised THEN 100
    ELSE 0
END) * 10000) + LEAST(voices_count, 9999)))) stored
);
alter table reports add constraint reports_pkey PRIMARY KEY (id);
alter table reports add constraint reports_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table reports add constraint reports_decided_in_fkey FOREIGN KEY (decided_in) REFERENCES decisions(id) ON DELETE SET NULL;
alter table reports add constraint reports_origin_check CHECK (origin = ANY (ARRAY['report'::text, 'filter'::text]));
alter table reports add constraint reports_status_check CHECK (status = ANY (ARRAY['open'::text, 'decided'::text]));
alter table reports add constraint reports_subject_kind_check CHECK (subject_kind = ANY (ARRAY['post'::text, 'comment'::text, 'channel'::text, 'person'::text]));
CREATE INDEX reports_all ON reports USING btree (status, last_at DESC, id);
CREATE INDEX reports_channel_id_idx ON reports USING btree (channel_id);
CREATE INDEX reports_decided_in_idx ON reports USING btree (decided_in);
CREATE UNIQUE INDEX reports_open ON reports USING btree (subject_kind, subject_id) WHERE (status = 'open'::text);
CREATE INDEX reports_queue ON reports USING btree (status, channel_id, last_at DESC, id);
CREATE INDEX reports_urgent ON reports USING btree (channel_id, queue_rank, first_at, id) WHERE (status = 'open'::text);
CREATE INDEX reports_urgent_all ON reports USING btree (queue_rank, first_at, id) WHERE (status = 'open'::text);
CREATE TRIGGER reports_count AFTER UPDATE OF held_at ON reports FOR EACH ROW WHEN (old.held_at IS NULL AND new.held_at IS NOT NULL) EXECUTE FUNCTION count_hold();
grant delete, insert, select, update on reports to app_system;
grant delete, insert, select, update on reports to flaira_app;

-- ── reward_claims ──

create table reward_claims (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  reward text not null,
  claimed_at timestamp with time zone not null,
  fulfilled_at timestamp with time zone,
  fulfilled_by uuid
);
alter table reward_claims add constraint reward_claims_pkey PRIMARY KEY (id);
alter table reward_claims add constraint reward_claims_user_id_reward_key UNIQUE (user_id, reward);
alter table reward_claims add constraint reward_claims_fulfilled_by_fkey FOREIGN KEY (fulfilled_by) REFERENCES users(id) ON DELETE SET NULL;
alter table reward_claims add constraint reward_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX reward_claims_fulfilled_by_idx ON reward_claims USING btree (fulfilled_by);
CREATE INDEX reward_claims_open ON reward_claims USING btree (claimed_at) WHERE (fulfilled_at IS NULL);
grant delete, insert, select, update on reward_claims to app_system;
grant delete, insert, select, update on reward_claims to flaira_app;
grant insert, select on reward_claims to app_user;
grant select on reward_claims to app_staff;
grant update (fulfilled_at, fulfilled_by) on reward_claims to app_staff;
alter table reward_claims enable row level security;
alter table reward_claims force row level security;
create policy own on reward_claims for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy own_claimed on reward_claims for insert to app_user with check ((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) AND (fulfilled_at IS NULL)));
create policy staff_fulfils on reward_claims for update to app_staff using ((fulfilled_at IS NULL)) with check (((fulfilled_by)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on reward_claims for select to app_staff using (true);
create policy system_sees_all on reward_claims for all to app_system using (true) with check (true);

-- ── schema_migrations ──

create table schema_migrations (
  version text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  expands boolean not null default false
);
alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (version);

-- ── security_events ──

create table security_events (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  at timestamp with time zone not null default now()
);
alter table security_events add constraint security_events_pkey PRIMARY KEY (id);
alter table security_events add constraint security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table security_events add constraint security_events_kind_check CHECK (kind = ANY (ARRAY['signed_in'::text, 'password_changed'::text, 'password_reset'::text, 'second_factor_added'::text, 'second_factor_removed'::text, 'recovery_codes_renewed'::text, 'passkey_added'::text, 'passkey_removed'::text, 'signed_out_everywhere'::text, 'device_signed_out'::text, 'email_confirmed'::text, 'email_changed'::text, 'professional_linked'::text, 'professional_unlinked'::text]));
CREATE INDEX security_events_user ON security_events USING btree (user_id, at DESC);
grant delete, insert, select, update on security_events to app_system;
grant delete, insert, select, update on security_events to flaira_app;

-- ── service_practitioners ──

create table service_practitioners (
  service_id uuid not null,
  user_id uuid not null
);
alter table service_practitioners add constraint service_practitioners_pkey PRIMARY KEY (service_id, user_id);
alter table service_practitioners add constraint service_practitioners_service_id_fkey FOREIGN KEY (service_id) REFERENCES clinic_services(id) ON DELETE CASCADE;
alter table service_practitioners add constraint service_practitioners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX service_practitioners_user ON service_practitioners USING btree (user_id);
grant delete, insert, select, update on service_practitioners to app_staff;
grant delete, insert, select, update on service_practitioners to app_system;
grant delete, insert, select, update on service_practitioners to flaira_app;
grant select on service_practitioners to app_desk;
grant select on service_practitioners to app_user;
alter table service_practitioners enable row level security;
create policy administrators_work on service_practitioners for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_reads on service_practitioners for select to app_desk using ((service_id IN ( SELECT clinic_services.id
   FROM clinic_services)));
create policy everybody_reads on service_practitioners for select to app_staff, app_user using (true);
create policy system_sees_all on service_practitioners for all to app_system using (true) with check (true);

-- ── service_rooms ──

create table service_rooms (
  service_id uuid not null,
  room_id uuid not null
);
alter table service_rooms add constraint service_rooms_pkey PRIMARY KEY (service_id, room_id);
alter table service_rooms add constraint service_rooms_room_id_fkey FOREIGN KEY (room_id) REFERENCES clinic_rooms(id) ON DELETE CASCADE;
alter table service_rooms add constraint service_rooms_service_id_fkey FOREIGN KEY (service_id) REFERENCES clinic_services(id) ON DELETE CASCADE;
CREATE INDEX service_rooms_room ON service_rooms USING btree (room_id);
grant delete, insert, select, update on service_rooms to app_staff;
grant delete, insert, select, update on service_rooms to app_system;
grant delete, insert, select, update on service_rooms to flaira_app;
grant select on service_rooms to app_desk;
grant select on service_rooms to app_user;
alter table service_rooms enable row level security;
create policy administrators_work on service_rooms for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy desk_reads on service_rooms for select to app_desk using ((service_id IN ( SELECT clinic_services.id
   FROM clinic_services)));
create policy everybody_reads on service_rooms for select to app_staff, app_user using (true);
create policy system_sees_all on service_rooms for all to app_system using (true) with check (true);

-- ── sessions ──

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  second_factor boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  used_at timestamp with time zone not null default now(),
  country text,
  ends_at timestamp with time zone not null default (now() + '30 days'::interval),
  method text,
  code_given_at timestamp with time zone
);
alter table sessions add constraint sessions_pkey PRIMARY KEY (id);
alter table sessions add constraint sessions_token_key UNIQUE (token);
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_country_check CHECK (country ~ '^[A-Z]{2}$'::text);
alter table sessions add constraint sessions_method_check CHECK (method = ANY (ARRAY['password'::text, 'passkey'::text, 'professional'::text]));
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE TRIGGER keep_end BEFORE INSERT OR UPDATE OF expires_at, ends_at ON sessions FOR EACH ROW EXECUTE FUNCTION sessions_end();
CREATE TRIGGER note_contact AFTER INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION users_note_contact();
grant delete, insert, select, update on sessions to app_system;
grant delete, insert, select, update on sessions to flaira_app;

-- ── share_links ──

create table share_links (
  id uuid not null default gen_random_uuid(),
  case_id uuid not null,
  token_hash bytea not null,
  label text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  views integer not null default 0,
  last_seen_at timestamp with time zone
);
alter table share_links add constraint share_links_pkey PRIMARY KEY (id);
alter table share_links add constraint share_links_token_hash_key UNIQUE (token_hash);
alter table share_links add constraint share_links_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
CREATE INDEX share_links_case ON share_links USING btree (case_id, created_at DESC);
grant delete, insert, select, update on share_links to app_system;
grant delete, insert, select, update on share_links to flaira_app;
grant insert, select on share_links to app_user;
grant update (revoked_at) on share_links to app_user;
alter table share_links enable row level security;
alter table share_links force row level security;
create policy own_links on share_links for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy own_links_ended on share_links for update to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy own_links_made on share_links for insert to app_user with check ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy system_sees_all on share_links for all to app_system using (true) with check (true);

-- ── share_notes ──

create table share_notes (
  id bigint not null generated always as identity,
  user_id uuid not null,
  way text not null,
  at timestamp with time zone not null
);
alter table share_notes add constraint share_notes_pkey PRIMARY KEY (id);
alter table share_notes add constraint share_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX share_notes_user ON share_notes USING btree (user_id, at DESC);
grant delete, insert, select, update on share_notes to app_system;
grant delete, insert, select, update on share_notes to flaira_app;
grant insert, select on share_notes to app_user;
alter table share_notes enable row level security;
alter table share_notes force row level security;
create policy own on share_notes for all to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy system_sees_all on share_notes for all to app_system using (true) with check (true);

-- ── share_statements ──

create table share_statements (
  year integer not null,
  number integer not null,
  provider_id uuid not null,
  month text not null,
  currency text not null,
  content jsonb not null,
  issued_at timestamp with time zone not null
);
alter table share_statements add constraint share_statements_pkey PRIMARY KEY (year, number);
alter table share_statements add constraint share_statements_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES providers(id);
alter table share_statements add constraint share_statements_currency_check CHECK (currency ~ '^[a-z]{3}$'::text);
alter table share_statements add constraint share_statements_month_check CHECK (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'::text);
alter table share_statements add constraint share_statements_number_check CHECK (number > 0);
CREATE INDEX share_statements_of ON share_statements USING btree (provider_id, month, currency);
grant insert, select on share_statements to app_system;
grant select on share_statements to app_staff;
grant select on share_statements to flaira_app;
alter table share_statements enable row level security;
create policy administrators_read on share_statements for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy system_sees_all on share_statements for all to app_system using (true) with check (true);

-- ── signature_photos ──

create table signature_photos (
  case_id uuid not null,
  version integer not null,
  pose text not null,
  photo_id uuid not null
);
alter table signature_photos add constraint signature_photos_pkey PRIMARY KEY (case_id, version, pose);
alter table signature_photos add constraint signature_photos_case_id_version_fkey FOREIGN KEY (case_id, version) REFERENCES signatures(case_id, version) ON DELETE CASCADE;
alter table signature_photos add constraint signature_photos_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photos(id) ON DELETE CASCADE;
alter table signature_photos add constraint signature_photos_pose_check CHECK (pose = ANY (ARRAY['front'::text, 'right'::text, 'left'::text, 'frown'::text, 'raised_brows'::text, 'smile'::text]));
CREATE INDEX signature_photos_photo ON signature_photos USING btree (photo_id);
grant delete, insert, select, update on signature_photos to app_system;
grant delete, insert, select, update on signature_photos to flaira_app;
grant insert, select on signature_photos to app_staff;
grant select on signature_photos to app_user;
alter table signature_photos enable row level security;
alter table signature_photos force row level security;
create policy own_signature_photos on signature_photos for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on signature_photos for select to app_staff using ((EXISTS ( SELECT
   FROM cases c
  WHERE ((c.id = signature_photos.case_id) AND cares_for_patient(c.patient_id)))));
create policy staff_signs on signature_photos for insert to app_staff with check (cares_for_case(case_id));
create policy system_sees_all on signature_photos for all to app_system using (true) with check (true);

-- ── signature_timestamps ──

create table signature_timestamps (
  case_id uuid not null,
  version integer not null,
  token bytea not null,
  chain text not null,
  authority text not null,
  stamped_at timestamp with time zone not null
);
alter table signature_timestamps add constraint signature_timestamps_pkey PRIMARY KEY (case_id, version);
alter table signature_timestamps add constraint signature_timestamps_case_id_version_fkey FOREIGN KEY (case_id, version) REFERENCES signatures(case_id, version) ON DELETE CASCADE;
grant delete, insert, select on signature_timestamps to app_system;
grant select on signature_timestamps to app_staff;
grant select on signature_timestamps to app_user;
grant select on signature_timestamps to flaira_app;
alter table signature_timestamps enable row level security;
alter table signature_timestamps force row level security;
create policy own on signature_timestamps for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on signature_timestamps for select to app_staff using ((EXISTS ( SELECT
   FROM cases c
  WHERE ((c.id = signature_timestamps.case_id) AND cares_for_patient(c.patient_id)))));
create policy system_sees_all on signature_timestamps for all to app_system using (true) with check (true);

-- ── signatures ──

create table signatures (
  case_id uuid not null,
  version integer not null,
  practitioner_id uuid,
  practitioner_name text not null,
  registration_number text not null,
  registration_body text not null,
  seal text not null,
  signed_at timestamp with time zone not null,
  verification_code text not null,
  method text not null default 'session'::text,
  proof jsonb
);
alter table signatures add constraint signatures_pkey PRIMARY KEY (case_id, version);
alter table signatures add constraint signatures_case_id_version_fkey FOREIGN KEY (case_id, version) REFERENCES drafts(case_id, version) ON DELETE CASCADE;
alter table signatures add constraint signatures_practitioner_id_fkey FOREIGN KEY (practitioner_id) REFERENCES users(id) ON DELETE SET NULL;
alter table signatures add constraint signatures_method_check CHECK (method = ANY (ARRAY['session'::text, 'passkey'::text, 'password'::text]));
alter table signatures add constraint signatures_proof CHECK ((method = 'passkey'::text) = (proof IS NOT NULL));
alter table signatures add constraint signatures_seal_check CHECK (seal ~ '^[0-9a-f]{64}$'::text);
CREATE UNIQUE INDEX signatures_code ON signatures USING btree (verification_code);
CREATE INDEX signatures_practitioner_id_idx ON signatures USING btree (practitioner_id);
grant delete, insert, select, update on signatures to app_system;
grant delete, insert, select, update on signatures to flaira_app;
grant insert, select on signatures to app_staff;
grant select on signatures to app_user;
alter table signatures enable row level security;
alter table signatures force row level security;
create policy own_signatures on signatures for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on signatures for select to app_staff using ((EXISTS ( SELECT
   FROM cases c
  WHERE ((c.id = signatures.case_id) AND cares_for_patient(c.patient_id)))));
create policy staff_signs on signatures for insert to app_staff with check ((((practitioner_id)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy system_sees_all on signatures for all to app_system using (true) with check (true);

-- ── site_days ──

create table site_days (
  site_id uuid not null,
  day date not null,
  is_open boolean not null,
  name text not null default ''::text
);
alter table site_days add constraint site_days_pkey PRIMARY KEY (site_id, day);
alter table site_days add constraint site_days_site_id_fkey FOREIGN KEY (site_id) REFERENCES clinic_sites(id) ON DELETE CASCADE;
grant delete, insert, select, update on site_days to app_desk;
grant delete, insert, select, update on site_days to app_staff;
grant delete, insert, select, update on site_days to app_system;
grant delete, insert, select, update on site_days to flaira_app;
grant select on site_days to app_user;
alter table site_days enable row level security;
create policy administrators_work on site_days for all to app_staff using (( SELECT is_administrator() AS is_administrator)) with check (( SELECT is_administrator() AS is_administrator));
create policy clinic_desk_sets_days on site_days for all to app_desk using ((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites))) with check ((site_id IN ( SELECT clinic_sites.id
   FROM clinic_sites)));
create policy desk_sets_days on site_days for all to app_staff using (works_at_site(site_id, '{owner,desk}'::text[])) with check (works_at_site(site_id, '{owner,desk}'::text[]));
create policy everybody_reads on site_days for select to app_staff, app_user using (true);
create policy system_sees_all on site_days for all to app_system using (true) with check (true);

-- ── site_versions ──

create table site_versions (
  id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  region text not null,
  language text not null,
  block text not null,
  content jsonb not null,
  is_shown boolean not null,
  reason text not null default ''::text,
  is_confirmed boolean not null,
  is_published boolean not null,
  restored_from uuid,
  made_by uuid,
  made_at timestamp with time zone not null
);
alter table site_versions add constraint site_versions_pkey PRIMARY KEY (id);
alter table site_versions add constraint site_versions_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL;
alter table site_versions add constraint site_versions_restored_from_fkey FOREIGN KEY (restored_from) REFERENCES site_versions(id);
alter table site_versions add constraint site_versions_block_check CHECK (block = ANY (ARRAY['statistics'::text, 'claims'::text, 'testimonials'::text, 'contact'::text, 'social'::text, 'plans'::text, 'rights'::text, 'seller'::text]));
alter table site_versions add constraint site_versions_check CHECK (is_shown OR reason <> ''::text);
alter table site_versions add constraint site_versions_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text]));
alter table site_versions add constraint site_versions_region_check CHECK (region = ANY (ARRAY['global'::text, 'FR'::text, 'BE'::text, 'CH'::text, 'LU'::text, 'CA'::text, 'GB'::text, 'DE'::text, 'ES'::text, 'IT'::text, 'AE'::text, 'US'::text]));
CREATE UNIQUE INDEX site_versions_draft ON site_versions USING btree (region, language, block) WHERE (NOT is_published);
CREATE INDEX site_versions_published ON site_versions USING btree (region, language, block, number DESC) WHERE is_published;
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON site_versions FOR EACH ROW EXECUTE FUNCTION site_versions_keep();
CREATE TRIGGER notify AFTER INSERT OR DELETE OR UPDATE ON site_versions FOR EACH STATEMENT EXECUTE FUNCTION site_notify();
grant delete, insert, select, update on site_versions to app_system;
grant delete, insert, select, update on site_versions to flaira_app;

-- ── skin_scores ──

create table skin_scores (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  case_id uuid not null,
  photo_id uuid,
  photo_taken_at timestamp with time zone not null,
  scores jsonb not null,
  overall numeric(4,1) not null,
  saved_by uuid,
  saved_at timestamp with time zone not null,
  version integer,
  signed_at timestamp with time zone,
  practitioner_name text not null default ''::text
);
alter table skin_scores add constraint skin_scores_pkey PRIMARY KEY (id);
alter table skin_scores add constraint skin_scores_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table skin_scores add constraint skin_scores_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE;
alter table skin_scores add constraint skin_scores_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photos(id) ON DELETE SET NULL;
alter table skin_scores add constraint skin_scores_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id) ON DELETE SET NULL;
alter table skin_scores add constraint skin_scores_check CHECK (signed_at IS NOT NULL OR version IS NULL);
alter table skin_scores add constraint skin_scores_overall_check CHECK (overall >= 0::numeric AND overall <= 100::numeric);
CREATE INDEX skin_scores_case_id_idx ON skin_scores USING btree (case_id);
CREATE INDEX skin_scores_patient ON skin_scores USING btree (patient_id, photo_taken_at DESC, signed_at DESC) WHERE (signed_at IS NOT NULL);
CREATE INDEX skin_scores_patient_id_idx ON skin_scores USING btree (patient_id);
CREATE INDEX skin_scores_photo ON skin_scores USING btree (photo_id);
CREATE UNIQUE INDEX skin_scores_saved ON skin_scores USING btree (case_id) WHERE (signed_at IS NULL);
CREATE INDEX skin_scores_saved_by_idx ON skin_scores USING btree (saved_by);
CREATE UNIQUE INDEX skin_scores_version ON skin_scores USING btree (case_id, version) WHERE (version IS NOT NULL);
grant delete, insert, select on skin_scores to app_staff;
grant delete, insert, select, update on skin_scores to app_system;
grant delete, insert, select, update on skin_scores to flaira_app;
grant select on skin_scores to app_user;
grant update (overall, photo_id, photo_taken_at, practitioner_name, saved_at, saved_by, scores, signed_at, version) on skin_scores to app_staff;
alter table skin_scores enable row level security;
alter table skin_scores force row level security;
create policy own_signed on skin_scores for select to app_user using (((signed_at IS NOT NULL) AND ((patient_id)::text = ( SELECT request_user_id() AS request_user_id))));
create policy staff_changes on skin_scores for update to app_staff using (((signed_at IS NULL) AND cares_for_case(case_id))) with check (((saved_by)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on skin_scores for select to app_staff using (cares_for_patient(patient_id));
create policy staff_removes on skin_scores for delete to app_staff using (((signed_at IS NULL) AND cares_for_case(case_id)));
create policy staff_saves on skin_scores for insert to app_staff with check ((((saved_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy system_sees_all on skin_scores for all to app_system using (true) with check (true);

-- ── sms_mailbox ──

create table sms_mailbox (
  id bigint not null generated always as identity,
  user_id uuid not null,
  at timestamp with time zone not null default now(),
  "to" text not null,
  text text not null
);
alter table sms_mailbox add constraint sms_mailbox_pkey PRIMARY KEY (id);
alter table sms_mailbox add constraint sms_mailbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX sms_mailbox_user ON sms_mailbox USING btree (user_id);
grant delete, insert, select, update on sms_mailbox to app_system;
grant delete, insert, select, update on sms_mailbox to flaira_app;

-- ── sms_messages ──

create table sms_messages (
  id uuid not null,
  user_id uuid not null,
  provider_id text,
  state text not null,
  fault text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
alter table sms_messages add constraint sms_messages_pkey PRIMARY KEY (id);
alter table sms_messages add constraint sms_messages_provider_id_key UNIQUE (provider_id);
alter table sms_messages add constraint sms_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sms_messages add constraint sms_messages_state_check CHECK (state = ANY (ARRAY['sending'::text, 'sent'::text, 'delivered'::text, 'failed'::text]));
CREATE INDEX sms_messages_created ON sms_messages USING btree (created_at);
CREATE INDEX sms_messages_user ON sms_messages USING btree (user_id);
grant delete, insert, select, update on sms_messages to app_system;
grant delete, insert, select, update on sms_messages to flaira_app;
alter table sms_messages enable row level security;
alter table sms_messages force row level security;
create policy system_sees_all on sms_messages for all to app_system using (true) with check (true);

-- ── sms_numbers ──

create table sms_numbers (
  user_id uuid not null,
  number text,
  zone text not null,
  code_hash bytea,
  code_ends_at timestamp with time zone,
  code_tries integer not null default 0,
  agreed_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text
);
alter table sms_numbers add constraint sms_numbers_pkey PRIMARY KEY (user_id);
alter table sms_numbers add constraint sms_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sms_numbers add constraint sms_numbers_check CHECK ((code_hash IS NULL) = (code_ends_at IS NULL));
alter table sms_numbers add constraint sms_numbers_check1 CHECK ((ended_at IS NULL) = (ended_by IS NULL));
alter table sms_numbers add constraint sms_numbers_check2 CHECK (number IS NOT NULL OR ended_at IS NOT NULL);
alter table sms_numbers add constraint sms_numbers_code_hash_check CHECK (length(code_hash) = 32);
alter table sms_numbers add constraint sms_numbers_ended_by_check CHECK (ended_by = ANY (ARRAY['person'::text, 'reply'::text, 'other_account'::text]));
alter table sms_numbers add constraint sms_numbers_number_check CHECK (number ~ '^\+[1-9][0-9]{6,14}$'::text);
CREATE UNIQUE INDEX sms_numbers_agreed ON sms_numbers USING btree (number) WHERE ((agreed_at IS NOT NULL) AND (number IS NOT NULL));
grant delete, insert, select, update on sms_numbers to app_system;
grant delete, insert, select, update on sms_numbers to flaira_app;

-- ── sms_stop_key ──

create table sms_stop_key (
  is_only boolean not null default true,
  master_key_id text not null,
  wrapped_key bytea not null
);
alter table sms_stop_key add constraint sms_stop_key_pkey PRIMARY KEY (is_only);
alter table sms_stop_key add constraint sms_stop_key_is_only_check CHECK (is_only);
grant delete, insert, select, update on sms_stop_key to app_system;

-- ── sms_stops ──

create table sms_stops (
  number_hash bytea not null,
  stopped_at timestamp with time zone not null
);
alter table sms_stops add constraint sms_stops_pkey PRIMARY KEY (number_hash);
alter table sms_stops add constraint sms_stops_number_hash_check CHECK (length(number_hash) = 32);
grant delete, insert, select, update on sms_stops to app_system;

-- ── subscriptions ──

create table subscriptions (
  id uuid not null default gen_random_uuid(),
  provider_id text not null,
  customer_id text not null,
  checkout_id uuid not null,
  user_id uuid,
  sku text not null,
  plan text not null,
  cycle text not null,
  amount_cents bigint not null,
  currency text not null,
  status text not null,
  started_at timestamp(3) with time zone not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  cancel_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  confirm_url text,
  ended_at timestamp with time zone,
  renewal_told_for timestamp with time zone
);
alter table subscriptions add constraint subscriptions_pkey PRIMARY KEY (id);
alter table subscriptions add constraint subscriptions_checkout_id_key UNIQUE (checkout_id);
alter table subscriptions add constraint subscriptions_provider_id_key UNIQUE (provider_id);
alter table subscriptions add constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table subscriptions add constraint subscriptions_check CHECK ((status = 'ended'::text) = (ended_at IS NOT NULL));
alter table subscriptions add constraint subscriptions_cycle_check CHECK (cycle = ANY (ARRAY['monthly'::text, 'annual'::text]));
alter table subscriptions add constraint subscriptions_plan_check CHECK (plan = ANY (ARRAY['essential'::text, 'plus'::text, 'elite'::text]));
alter table subscriptions add constraint subscriptions_status_check CHECK (status = ANY (ARRAY['active'::text, 'past_due'::text, 'ended'::text]));
CREATE UNIQUE INDEX subscriptions_living ON subscriptions USING btree (user_id) WHERE (status <> 'ended'::text);
CREATE INDEX subscriptions_newest ON subscriptions USING btree (started_at DESC, id DESC);
CREATE INDEX subscriptions_user_id_idx ON subscriptions USING btree (user_id);
grant delete, insert, select, update on subscriptions to app_system;
grant delete, insert, select, update on subscriptions to flaira_app;
grant select on subscriptions to app_staff;
grant select on subscriptions to app_user;
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy own_subscriptions on subscriptions for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on subscriptions for select to app_staff using (true);
create policy system_sees_all on subscriptions for all to app_system using (true) with check (true);

-- ── suspensions ──

create table suspensions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  channel_id uuid,
  decision_id uuid not null,
  until timestamp with time zone,
  lifted_at timestamp with time zone
);
alter table suspensions add constraint suspensions_pkey PRIMARY KEY (id);
alter table suspensions add constraint suspensions_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table suspensions add constraint suspensions_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table suspensions add constraint suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX suspensions_channel_id_idx ON suspensions USING btree (channel_id);
CREATE INDEX suspensions_decision_id_idx ON suspensions USING btree (decision_id);
CREATE INDEX suspensions_user ON suspensions USING btree (user_id) WHERE (lifted_at IS NULL);
CREATE INDEX suspensions_user_id_idx ON suspensions USING btree (user_id);
grant delete, insert, select, update on suspensions to app_system;
grant delete, insert, select, update on suspensions to flaira_app;

-- ── tag_counts ──

create table tag_counts (
  tag text not null,
  visibility text not null,
  posts integer not null
);
alter table tag_counts add constraint tag_counts_pkey PRIMARY KEY (tag, visibility);
alter table tag_counts add constraint tag_counts_tag_fkey FOREIGN KEY (tag) REFERENCES tags(tag) ON DELETE CASCADE;
grant delete, insert, select, update on tag_counts to app_system;
grant delete, insert, select, update on tag_counts to flaira_app;

-- ── tag_days ──

create table tag_days (
  day date not null,
  tag text not null,
  visibility text not null,
  posts integer not null default 0
);
alter table tag_days add constraint tag_days_pkey PRIMARY KEY (day, tag, visibility);
alter table tag_days add constraint tag_days_tag_fkey FOREIGN KEY (tag) REFERENCES tags(tag) ON DELETE CASCADE;
CREATE INDEX tag_days_busiest ON tag_days USING btree (visibility, day, posts DESC, tag);
CREATE INDEX tag_days_tag_idx ON tag_days USING btree (tag);
CREATE TRIGGER keep_counts AFTER INSERT OR UPDATE OF posts ON tag_days FOR EACH ROW EXECUTE FUNCTION tag_days_keep_counts();
grant delete, insert, select, update on tag_days to app_system;
grant delete, insert, select, update on tag_days to flaira_app;

-- ── tags ──

create table tags (
  tag text not null,
  title text not null
);
alter table tags add constraint tags_pkey PRIMARY KEY (tag);
alter table tags add constraint tags_tag_check CHECK (tag = fold(tag));
CREATE INDEX tags_like ON tags USING btree (tag text_pattern_ops);
CREATE INDEX tags_near ON tags USING gin (tag gin_trgm_ops);
grant delete, insert, select, update on tags to app_system;
grant delete, insert, select, update on tags to flaira_app;

-- ── test_checkout_objects ──

create table test_checkout_objects (
  id text not null,
  kind text not null,
  data jsonb not null,
  made_with text,
  updated_at timestamp with time zone not null default clock_timestamp()
);
alter table test_checkout_objects add constraint test_checkout_objects_pkey PRIMARY KEY (id);
alter table test_checkout_objects add constraint test_checkout_objects_made_with_key UNIQUE (made_with);
alter table test_checkout_objects add constraint test_checkout_objects_kind_check CHECK (kind = ANY (ARRAY['page'::text, 'subscription'::text, 'invoice'::text, 'payment'::text]));
CREATE INDEX test_checkout_subscriptions ON test_checkout_objects USING btree ((((data ->> 'period_end'::text))::bigint)) WHERE (kind = 'subscription'::text);
grant delete, insert, select, update on test_checkout_objects to app_system;
grant delete, insert, select, update on test_checkout_objects to flaira_app;

-- ── treatment_dates ──

create table treatment_dates (
  case_id uuid not null,
  treated_on date not null,
  told_on date,
  told_at timestamp with time zone not null
);
alter table treatment_dates add constraint treatment_dates_pkey PRIMARY KEY (case_id);
alter table treatment_dates add constraint treatment_dates_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
grant delete, insert, select, update on treatment_dates to app_system;
grant delete, insert, select, update on treatment_dates to flaira_app;
grant insert, select on treatment_dates to app_user;
grant select on treatment_dates to app_staff;
grant update (told_at, told_on, treated_on) on treatment_dates to app_user;
alter table treatment_dates enable row level security;
alter table treatment_dates force row level security;
create policy own on treatment_dates for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy own_changed on treatment_dates for update to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy own_told on treatment_dates for insert to app_user with check ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on treatment_dates for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on treatment_dates for all to app_system using (true) with check (true);

-- ── treatment_photos ──

create table treatment_photos (
  id uuid not null,
  case_id uuid not null,
  sha256 text not null,
  uploaded_by uuid,
  created_at timestamp with time zone not null
);
alter table treatment_photos add constraint treatment_photos_pkey PRIMARY KEY (id);
alter table treatment_photos add constraint treatment_photos_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table treatment_photos add constraint treatment_photos_id_fkey FOREIGN KEY (id) REFERENCES photo_objects(id);
alter table treatment_photos add constraint treatment_photos_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL;
CREATE INDEX treatment_photos_case ON treatment_photos USING btree (case_id);
CREATE INDEX treatment_photos_uploaded_by_idx ON treatment_photos USING btree (uploaded_by);
grant delete, insert, select, update on treatment_photos to app_system;
grant delete, insert, select, update on treatment_photos to flaira_app;
grant insert, select on treatment_photos to app_staff;
grant select on treatment_photos to app_user;
alter table treatment_photos enable row level security;
alter table treatment_photos force row level security;
create policy own on treatment_photos for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_adds on treatment_photos for insert to app_staff with check ((((uploaded_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy staff_reads on treatment_photos for select to app_staff using (cares_for_case(case_id));
create policy system_sees_all on treatment_photos for all to app_system using (true) with check (true);

-- ── treatment_records ──

create table treatment_records (
  id uuid not null,
  version integer not null,
  case_id uuid not null,
  plan_version integer not null,
  visit integer,
  time_id uuid,
  treated_on date not null,
  products jsonb not null,
  points jsonb not null,
  events text[] not null,
  note text not null,
  photo_ids uuid[] not null,
  correction text,
  recorded_by uuid,
  practitioner_name text not null,
  registration_number text not null,
  registration_body text not null,
  recorded_at timestamp with time zone not null,
  seal text not null,
  verification_code text not null,
  lots text[] not null generated always as (lot_keys(products)) stored
);
alter table treatment_records add constraint treatment_records_pkey PRIMARY KEY (id, version);
alter table treatment_records add constraint treatment_records_verification_code_key UNIQUE (verification_code);
alter table treatment_records add constraint treatment_records_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table treatment_records add constraint treatment_records_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL;
alter table treatment_records add constraint treatment_records_check CHECK ((version = 1) = (correction IS NULL));
alter table treatment_records add constraint treatment_records_seal_check CHECK (seal ~ '^[0-9a-f]{64}$'::text);
alter table treatment_records add constraint treatment_records_version_check CHECK (version > 0);
alter table treatment_records add constraint treatment_records_visit_check CHECK (visit >= 0);
CREATE INDEX treatment_records_case ON treatment_records USING btree (case_id, treated_on);
CREATE INDEX treatment_records_lots ON treatment_records USING gin (lots);
CREATE INDEX treatment_records_recorded_by_idx ON treatment_records USING btree (recorded_by);
CREATE INDEX treatment_records_time ON treatment_records USING btree (time_id) WHERE (time_id IS NOT NULL);
CREATE TRIGGER treatment_record_follows BEFORE INSERT ON treatment_records FOR EACH ROW EXECUTE FUNCTION treatment_record_follows();
grant delete, insert, select on treatment_records to app_system;
grant insert (case_id, correction, events, id, note, photo_ids, plan_version, points, practitioner_name, products, recorded_at, recorded_by, registration_body, registration_number, seal, time_id, treated_on, verification_code, version, visit) on treatment_records to app_staff;
grant insert, select on treatment_records to flaira_app;
grant select on treatment_records to app_staff;
grant select on treatment_records to app_user;
grant update (recorded_by) on treatment_records to app_system;
alter table treatment_records enable row level security;
alter table treatment_records force row level security;
create policy own on treatment_records for select to app_user using ((case_id IN ( SELECT cases.id
   FROM cases)));
create policy staff_reads on treatment_records for select to app_staff using (cares_for_case(case_id));
create policy staff_records on treatment_records for insert to app_staff with check ((((recorded_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id) AND (EXISTS ( SELECT
   FROM signatures s
  WHERE ((s.case_id = treatment_records.case_id) AND (s.version = treatment_records.plan_version))))));
create policy system_sees_all on treatment_records for all to app_system using (true) with check (true);

-- ── tries ──

create table tries (
  key text not null,
  count integer not null,
  since timestamp with time zone not null
);
alter table tries add constraint tries_pkey PRIMARY KEY (key);
CREATE INDEX tries_since ON tries USING btree (since);
grant delete, insert, select, update on tries to app_system;
grant delete, insert, select, update on tries to flaira_app;

-- ── two_factors ──

create table two_factors (
  id uuid not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  last_step bigint
);
alter table two_factors add constraint two_factors_pkey PRIMARY KEY (id);
alter table two_factors add constraint two_factors_user_id_key UNIQUE (user_id);
alter table two_factors add constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX two_factors_secret ON two_factors USING btree (secret);
grant delete, insert, select, update on two_factors to app_system;
grant delete, insert, select, update on two_factors to flaira_app;

-- ── urgent_reports ──

create table urgent_reports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  signs text[] not null,
  note text not null,
  reported_at timestamp with time zone not null,
  owner_id uuid,
  acknowledged_at timestamp with time zone,
  acknowledged_by uuid,
  escalated_at timestamp with time zone,
  settled_at timestamp with time zone,
  settled_by uuid,
  settlement text,
  phone text
);
alter table urgent_reports add constraint urgent_reports_pkey PRIMARY KEY (id);
alter table urgent_reports add constraint urgent_reports_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES users(id) ON DELETE SET NULL;
alter table urgent_reports add constraint urgent_reports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL;
alter table urgent_reports add constraint urgent_reports_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES users(id) ON DELETE SET NULL;
alter table urgent_reports add constraint urgent_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table urgent_reports add constraint urgent_reports_signs_check CHECK (cardinality(signs) > 0);
CREATE INDEX urgent_reports_acknowledged_by_idx ON urgent_reports USING btree (acknowledged_by);
CREATE INDEX urgent_reports_open ON urgent_reports USING btree (reported_at) WHERE (settled_at IS NULL);
CREATE INDEX urgent_reports_owner_id_idx ON urgent_reports USING btree (owner_id);
CREATE INDEX urgent_reports_settled_by_idx ON urgent_reports USING btree (settled_by);
CREATE INDEX urgent_reports_user ON urgent_reports USING btree (user_id, reported_at DESC);
grant delete, insert, select, update on urgent_reports to app_system;
grant delete, insert, select, update on urgent_reports to flaira_app;
grant insert, select on urgent_reports to app_user;
grant select on urgent_reports to app_staff;
grant update (acknowledged_at, acknowledged_by, owner_id, settled_at, settled_by, settlement) on urgent_reports to app_staff;
grant update (phone) on urgent_reports to app_user;
alter table urgent_reports enable row level security;
alter table urgent_reports force row level security;
create policy own on urgent_reports for select to app_user using (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy own_phone on urgent_reports for update to app_user using ((((user_id)::text = ( SELECT request_user_id() AS request_user_id)) AND (settled_at IS NULL))) with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy own_told on urgent_reports for insert to app_user with check (((user_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_reads on urgent_reports for select to app_staff using ((( SELECT is_doctor() AS is_doctor) OR ( SELECT is_administrator() AS is_administrator)));
create policy staff_settles on urgent_reports for update to app_staff using (((settled_at IS NULL) AND (( SELECT is_doctor() AS is_doctor) OR ( SELECT is_administrator() AS is_administrator)))) with check (true);
create policy system_sees_all on urgent_reports for all to app_system using (true) with check (true);

-- ── users ──

create table users (
  id uuid not null,
  email text not null,
  email_verified boolean not null default false,
  name text not null,
  image text,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  phone text,
  language text not null default 'en'::text,
  role text not null default 'patient'::text,
  plan text not null default 'free'::text,
  two_factor_enabled boolean not null default false,
  is_demo boolean not null default false,
  lead_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  suspended_at timestamp with time zone,
  suspended_reason text not null default ''::text,
  last_contact_at timestamp with time zone not null default now(),
  avatar_id uuid,
  closed_at timestamp with time zone,
  paid_plan text not null default 'free'::text,
  given_plan text
);
alter table users add constraint users_pkey PRIMARY KEY (id);
alter table users add constraint users_avatar_id_fkey FOREIGN KEY (avatar_id) REFERENCES photo_objects(id);
alter table users add constraint users_email_check CHECK (email = lower(email));
alter table users add constraint users_given_plan_check CHECK (plan_rank(given_plan) > 1);
alter table users add constraint users_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'zh'::text, 'ja'::text, 'it'::text, 'de'::text, 'es'::text, 'ko'::text, 'pt'::text, 'ru'::text, 'ar'::text]));
alter table users add constraint users_paid_plan_check CHECK (plan_rank(paid_plan) IS NOT NULL);
alter table users add constraint users_plan_check CHECK (plan = ANY (ARRAY['free'::text, 'essential'::text, 'plus'::text, 'elite'::text]));
alter table users add constraint users_role_check CHECK (role = ANY (ARRAY['patient'::text, 'practitioner'::text, 'desk'::text, 'admin'::text]));
CREATE INDEX users_avatar ON users USING btree (avatar_id) WHERE (avatar_id IS NOT NULL);
CREATE UNIQUE INDEX users_email ON users USING btree (email);
CREATE INDEX users_forgotten ON users USING btree (last_contact_at) WHERE (role = 'patient'::text);
CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC);
CREATE INDEX users_role ON users USING btree (role) WHERE (role <> 'patient'::text);
CREATE INDEX users_search ON users USING gin (search_vector(((name || ' '::text) || email))) WITH (fastupdate=off);
CREATE INDEX users_unconfirmed_lead ON users USING btree (lead_id) WHERE (NOT email_verified);
CREATE TRIGGER leave_communities BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION users_leave_communities();
grant delete, insert, select, update on users to app_system;
grant delete, insert, select, update on users to flaira_app;
grant select (email, email_verified, first_name, id, is_demo, language, last_name, lead_id, name, phone, plan, role, suspended_at, two_factor_enabled) on users to app_staff;
grant select (email, email_verified, first_name, id, is_demo, language, last_name, lead_id, name, phone, plan, role, two_factor_enabled) on users to app_user;
alter table users enable row level security;
create policy closed_accounts_stay on users as restrictive for delete to flaira_app using ((closed_at IS NULL));
create policy own_account on users for select to app_user using (((id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy service_sees_all on users for all to flaira_app using (true) with check (true);
create policy staff_reads on users for select to app_staff using (true);
create policy system_sees_all on users for all to app_system using (true) with check (true);

-- ── verifications ──

create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
alter table verifications add constraint verifications_pkey PRIMARY KEY (id);
CREATE INDEX verifications_expires_at ON verifications USING btree (expires_at);
CREATE INDEX verifications_identifier ON verifications USING btree (identifier);
grant delete, insert, select, update on verifications to app_system;
grant delete, insert, select, update on verifications to flaira_app;

-- ── video_reminders ──

create table video_reminders (
  visit_id uuid not null,
  minutes_before integer not null,
  sent_at timestamp with time zone not null
);
alter table video_reminders add constraint video_reminders_pkey PRIMARY KEY (visit_id, minutes_before);
alter table video_reminders add constraint video_reminders_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES video_visits(id) ON DELETE CASCADE;
grant delete, insert, select, update on video_reminders to app_system;
grant delete, insert, select, update on video_reminders to flaira_app;
alter table video_reminders enable row level security;
alter table video_reminders force row level security;
create policy system_sees_all on video_reminders for all to app_system using (true) with check (true);

-- ── video_signals ──

create table video_signals (
  place bigint not null generated always as identity,
  visit_id uuid not null,
  to_side text not null,
  to_page uuid not null,
  from_page uuid not null,
  number integer not null,
  signal jsonb not null,
  sent_at timestamp with time zone not null
);
alter table video_signals add constraint video_signals_pkey PRIMARY KEY (place);
alter table video_signals add constraint video_signals_visit_id_from_page_number_key UNIQUE (visit_id, from_page, number);
alter table video_signals add constraint video_signals_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES video_visits(id) ON DELETE CASCADE;
alter table video_signals add constraint video_signals_to_side_check CHECK (to_side = ANY (ARRAY['doctor'::text, 'patient'::text]));
CREATE INDEX video_signals_waiting ON video_signals USING btree (visit_id, to_side, place);
grant delete, insert, select on video_signals to app_staff;
grant delete, insert, select on video_signals to app_user;
grant delete, insert, select, update on video_signals to app_system;
grant delete, insert, select, update on video_signals to flaira_app;
alter table video_signals enable row level security;
alter table video_signals force row level security;
create policy own_read on video_signals for select to app_user using ((visit_id IN ( SELECT video_visits.id
   FROM video_visits)));
create policy own_sent on video_signals for insert to app_user with check (((to_side = 'doctor'::text) AND (visit_id IN ( SELECT video_visits.id
   FROM video_visits))));
create policy own_taken on video_signals for delete to app_user using ((visit_id IN ( SELECT video_visits.id
   FROM video_visits)));
create policy staff_read on video_signals for select to app_staff using ((visit_id IN ( SELECT video_visits.id
   FROM video_visits)));
create policy staff_sent on video_signals for insert to app_staff with check (((to_side = 'patient'::text) AND (visit_id IN ( SELECT video_visits.id
   FROM video_visits))));
create policy staff_taken on video_signals for delete to app_staff using ((visit_id IN ( SELECT video_visits.id
   FROM video_visits)));
create policy system_sees_all on video_signals for all to app_system using (true) with check (true);

-- ── video_visits ──

create table video_visits (
  id uuid not null,
  case_id uuid,
  time_id uuid,
  patient_id uuid not null,
  planned_at timestamp with time zone not null,
  planned_by uuid,
  state text not null,
  created_at timestamp with time zone not null,
  consent_version text,
  consent_language text,
  consented_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  cancelled_by uuid,
  doctor_page uuid,
  doctor_seen_at timestamp with time zone,
  patient_page uuid,
  patient_seen_at timestamp with time zone
);
alter table video_visits add constraint video_visits_pkey PRIMARY KEY (id);
alter table video_visits add constraint video_visits_time_id_key UNIQUE (time_id);
alter table video_visits add constraint video_visits_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES users(id) ON DELETE SET NULL;
alter table video_visits add constraint video_visits_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
alter table video_visits add constraint video_visits_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES users(id) ON DELETE CASCADE;
alter table video_visits add constraint video_visits_planned_by_fkey FOREIGN KEY (planned_by) REFERENCES users(id) ON DELETE SET NULL;
alter table video_visits add constraint video_visits_time_id_fkey FOREIGN KEY (time_id) REFERENCES booked_times(id) ON DELETE CASCADE;
alter table video_visits add constraint video_visits_check CHECK ((consented_at IS NULL) = (consent_version IS NULL));
alter table video_visits add constraint video_visits_check1 CHECK ((state = ANY (ARRAY['ended'::text, 'missed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL));
alter table video_visits add constraint video_visits_of_one CHECK ((case_id IS NULL) <> (time_id IS NULL));
alter table video_visits add constraint video_visits_state_check CHECK (state = ANY (ARRAY['planned'::text, 'waiting'::text, 'running'::text, 'ended'::text, 'missed'::text, 'cancelled'::text]));
CREATE INDEX video_visits_cancelled_by_idx ON video_visits USING btree (cancelled_by);
CREATE INDEX video_visits_case ON video_visits USING btree (case_id, planned_at);
CREATE INDEX video_visits_closing ON video_visits USING btree (planned_at) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX video_visits_open ON video_visits USING btree (case_id) WHERE (ended_at IS NULL);
CREATE INDEX video_visits_patient ON video_visits USING btree (patient_id);
CREATE INDEX video_visits_planned_by_idx ON video_visits USING btree (planned_by);
CREATE TRIGGER video_visits_patient BEFORE INSERT ON video_visits FOR EACH ROW EXECUTE FUNCTION name_patient_of_visit();
grant delete, insert, select, update on video_visits to app_system;
grant delete, insert, select, update on video_visits to flaira_app;
grant insert, select on video_visits to app_staff;
grant select on video_visits to app_user;
grant update (cancelled_by, consent_language, consent_version, consented_at, ended_at, patient_page, patient_seen_at, started_at, state) on video_visits to app_user;
grant update (cancelled_by, doctor_page, doctor_seen_at, ended_at, started_at, state) on video_visits to app_staff;
alter table video_visits enable row level security;
alter table video_visits force row level security;
create policy own on video_visits for select to app_user using (((patient_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy own_changed on video_visits for update to app_user using (((patient_id)::text = ( SELECT request_user_id() AS request_user_id)));
create policy staff_changes on video_visits for update to app_staff using ((cares_for_case(case_id) OR has_video_time(time_id)));
create policy staff_plans on video_visits for insert to app_staff with check ((((planned_by)::text = ( SELECT request_user_id() AS request_user_id)) AND cares_for_case(case_id)));
create policy staff_reads on video_visits for select to app_staff using ((cares_for_case(case_id) OR has_video_time(time_id)));
create policy system_sees_all on video_visits for all to app_system using (true) with check (true);

-- ── visit_reviews ──

create table visit_reviews (
  id uuid not null,
  visit_id uuid not null,
  appointment_id uuid not null,
  service_id uuid not null,
  time_id uuid,
  state text not null,
  expires_at timestamp with time zone,
  review_appointment_id uuid,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone
);
alter table visit_reviews add constraint visit_reviews_pkey PRIMARY KEY (id);
alter table visit_reviews add constraint visit_reviews_review_appointment_id_key UNIQUE (review_appointment_id);
alter table visit_reviews add constraint visit_reviews_time_id_key UNIQUE (time_id);
alter table visit_reviews add constraint visit_reviews_visit_id_key UNIQUE (visit_id);
alter table visit_reviews add constraint visit_reviews_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE;
alter table visit_reviews add constraint visit_reviews_review_appointment_id_fkey FOREIGN KEY (review_appointment_id) REFERENCES appointments(id) ON DELETE SET NULL;
alter table visit_reviews add constraint visit_reviews_service_id_fkey FOREIGN KEY (service_id) REFERENCES clinic_services(id);
alter table visit_reviews add constraint visit_reviews_time_id_fkey FOREIGN KEY (time_id) REFERENCES booked_times(id) ON DELETE SET NULL;
alter table visit_reviews add constraint visit_reviews_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES booked_times(id) ON DELETE CASCADE;
alter table visit_reviews add constraint visit_reviews_check CHECK (state <> 'open'::text OR time_id IS NOT NULL AND expires_at IS NOT NULL);
alter table visit_reviews add constraint visit_reviews_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'none'::text, 'undone'::text]));
CREATE INDEX visit_reviews_appointment ON visit_reviews USING btree (appointment_id);
CREATE INDEX visit_reviews_open ON visit_reviews USING btree (expires_at) WHERE (state = 'open'::text);
CREATE INDEX visit_reviews_service ON visit_reviews USING btree (service_id);
grant delete, insert, select, update on visit_reviews to app_system;
grant delete, insert, select, update on visit_reviews to flaira_app;
grant select on visit_reviews to app_staff;
grant select on visit_reviews to app_user;
alter table visit_reviews enable row level security;
alter table visit_reviews force row level security;
create policy administrators_read on visit_reviews for select to app_staff using (( SELECT is_administrator() AS is_administrator));
create policy own_reviews on visit_reviews for select to app_user using ((appointment_id IN ( SELECT appointments.id
   FROM appointments)));
create policy practitioners_see_reviews on visit_reviews for select to app_staff using ((( SELECT is_practitioner() AS is_practitioner) AND (visit_id IN ( SELECT booked_times.id
   FROM booked_times
  WHERE ((booked_times.practitioner_id)::text = ( SELECT request_user_id() AS request_user_id))))));
create policy system_sees_all on visit_reviews for all to app_system using (true) with check (true);

-- ── word_filters ──

create table word_filters (
  id uuid not null default gen_random_uuid(),
  channel_id uuid,
  words text not null,
  action text not null,
  created_by uuid,
  created_at timestamp with time zone not null
);
alter table word_filters add constraint word_filters_pkey PRIMARY KEY (id);
alter table word_filters add constraint word_filters_channel_id_words_key UNIQUE NULLS NOT DISTINCT (channel_id, words);
alter table word_filters add constraint word_filters_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
alter table word_filters add constraint word_filters_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
alter table word_filters add constraint word_filters_action_check CHECK (action = ANY (ARRAY['refuse'::text, 'hold'::text]));
grant delete, insert, select, update on word_filters to app_system;
grant delete, insert, select, update on word_filters to flaira_app;

-- ── Functions ──

CREATE OR REPLACE FUNCTION public.appointment_tally()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into appointment_tallies (status, change) select status, count(*) from after_rows group by status;
  elsif tg_op = 'DELETE' then
    insert into appointment_tallies (status, change) select status, -count(*) from before_rows group by status;
  else
    insert into appointment_tallies (status, change)
    select status, sum(change) from (
      select status, 1 as change from after_rows union all select status, -1 from before_rows
    ) moved group by status having sum(change) <> 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_log_add(actor text, role text, action text, subject_type text, subject_id text, patient text, reason text, details jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, patient_id, reason, details)
    values (actor, role, action, subject_type, subject_id, patient, reason, details)
  $function$
;

CREATE OR REPLACE FUNCTION public.audit_log_add_look(actor text, role text, action text, subject_type text, subject_id text, patient text, reason text, details jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select audit_log_add($1, $2, $3, $4, $5, $6, $7, $8)
    where not exists (
      select from (select * from audit_log a where a.actor_id = $1 order by a.id desc limit 100) recent
      where recent.at between now() - interval '30 minutes' and now()
        and (recent.actor_role, recent.action, recent.subject_type, recent.subject_id, recent.patient_id, recent.reason, recent.details)
          is not distinct from ($2, $3, $4, $5, $6, $7, $8))
  $function$
;

CREATE OR REPLACE FUNCTION public.audit_log_append()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head audit_log_head;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_log', 0));
  select * into head from audit_log_head;
  new.id := head.id + 1;
  new.at := now();
  new.prev_hash := head.hash;
  new.hash := audit_log_hash(new);
  update audit_log_head set id = new.id, hash = new.hash;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_log_end_break()
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN (newest.id = head.id) THEN head.id ELSE (LEAST(newest.id, head.id) + 1) END AS "case" FROM audit_log_head head, ((audit_log_anchor anchor LEFT JOIN (SELECT audit_log.id, audit_log.hash FROM audit_log ORDER BY audit_log.id DESC LIMIT 1) last ON (true)) CROSS JOIN LATERAL (SELECT COALESCE(last.id, anchor.id) AS id, COALESCE(last.hash, anchor.hash) AS hash) newest) WHERE ((newest.id <> head.id) OR (newest.hash <> head.hash)))
;

CREATE OR REPLACE FUNCTION public.audit_log_first_break()
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT chain.id FROM (SELECT a.id, a.prev_hash, a.hash, audit_log_hash(a.*) AS expected, lag(a.id, 1, anchor.id) OVER by_id AS id_before, lag(a.hash, 1, anchor.hash) OVER by_id AS hash_before FROM audit_log a, audit_log_anchor anchor WINDOW by_id AS (ORDER BY a.id)) chain WHERE ((chain.hash <> chain.expected) OR (chain.prev_hash <> chain.hash_before) OR (chain.id <> (chain.id_before + 1))) ORDER BY chain.id LIMIT 1), (SELECT CASE WHEN (newest.id = head.id) THEN head.id ELSE (LEAST(newest.id, head.id) + 1) END AS "case" FROM audit_log_head head, ((audit_log_anchor anchor LEFT JOIN (SELECT audit_log.id, audit_log.hash FROM audit_log ORDER BY audit_log.id DESC LIMIT 1) last ON (true)) CROSS JOIN LATERAL (SELECT COALESCE(last.id, anchor.id) AS id, COALESCE(last.hash, anchor.hash) AS hash) newest) WHERE ((newest.id <> head.id) OR (newest.hash <> head.hash))))
;

CREATE OR REPLACE FUNCTION public.audit_log_forget(before timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last audit_log;
  gone bigint;
begin
  if before > now() - interval '11 months' then
    raise exception 'entries of the last eleven months stay' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit_log', 0));
  -- Deletes only the entries with lower ids than the first one that must stay. If the clock was set back, an entry with
  -- a higher id may be older than that one. Deleting it would leave a gap in the chain.
  select * into last from audit_log a
  where a.at < before and not exists (select from audit_log older where older.id < a.id and older.at >= before)
  order by a.id desc limit 1;
  if last.id is null then return 0; end if;
  update audit_log_anchor set id = last.id, hash = last.hash;
  perform set_config('audit_log.forgetting', 'yes', true);
  delete from audit_log where id <= last.id;
  get diagnostics gone = row_count;
  perform set_config('audit_log.forgetting', '', true);
  return gone;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_log_hash(entry audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN sha256(((entry).prev_hash || convert_to((jsonb_build_array((entry).id, ((EXTRACT(epoch FROM (entry).at) * (1000000)::numeric))::bigint, (entry).actor_id, (entry).actor_role, (entry).action, (entry).subject_type, (entry).subject_id, (entry).patient_id, (entry).reason, (entry).details))::text, 'UTF8'::name)))
;

CREATE OR REPLACE FUNCTION public.audit_log_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('audit_log.forgetting', true) = 'yes'
     and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'audit_log') then
    return null;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.birth_date_of(patient uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select birth_date from patients where user_id = patient and is_administrator()
$function$
;

CREATE OR REPLACE FUNCTION public.busiest_topics(readable text[], muted text[], moment timestamp with time zone, most integer)
 RETURNS TABLE(id text, title text, posts_last7 integer)
 LANGUAGE sql
 STABLE
AS $function$
    with days as materialized (
      select (moment at time zone 'UTC')::date - ago as day, visibility from generate_series(0, 6) ago, unnest(readable) visibility
    ), candidates as materialized (
      select busy.tag from days, lateral (select d.tag, d.posts from tag_days d
        where d.visibility = days.visibility and d.day = days.day and d.posts > 0 and d.tag <> all(muted)
        order by d.posts desc, d.tag limit 30 + most) busy
      group by busy.tag order by sum(busy.posts) desc, busy.tag limit 2 * most
    )
    select c.tag, t.title, week.posts from candidates c join tags t on t.tag = c.tag,
      lateral (select sum(d.posts)::int as posts from days join tag_days d on d.day = days.day and d.tag = c.tag and d.visibility = days.visibility) week
    order by week.posts desc, c.tag limit most
  $function$
;

CREATE OR REPLACE FUNCTION public.cares_for_case(asked uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from my_cases() where id = asked)
$function$
;

CREATE OR REPLACE FUNCTION public.cares_for_patient(asked uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from my_cases() where patient_id = asked)
$function$
;

CREATE OR REPLACE FUNCTION public.cases_note_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update cases set waits_since = (
    select max(requested_at) from photo_requests
    where case_id = new.case_id and answered_at is null and withdrawn_at is null
  ) where id = new.case_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.challenge_events(metric text, since timestamp with time zone, until timestamp with time zone, zone text)
 RETURNS SETOF timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
    with shots as materialized (
      select created_at, pose, (created_at at time zone zone)::date as day from photos
      where metric in ('photo_days', 'photos', 'full_sets') and user_id = request_user_id()::uuid and current_at is not null
        and created_at >= since and created_at < until
    )
    select created_at from shots where metric = 'photos'
    union all select min(created_at) from shots where metric = 'photo_days' group by day
    union all select max(first_at)
      from (select day, min(created_at) as first_at from shots where metric = 'full_sets' and pose in ('front', 'right', 'left') group by day, pose) poses
      group by day having count(*) = 3
    union all select at from my_contributions(since, until, 'any') at where metric = 'contributions'
    union all select connected_at from friend_connections where metric = 'new_friends' and connected_at >= since and connected_at < until
  $function$
;

CREATE OR REPLACE FUNCTION public.channel_members_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update channels set members_count = members_count + 1 where id = new.channel_id;
  else
    update channels set members_count = members_count - 1 where id = old.channel_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.comments_index_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> 'visible' then
    new.search := '';
  elsif new.search is null or tg_op = 'UPDATE' then
    new.search := community_words(left(new.words, 20000)) || community_lang_mark(new.lang)
      || array_to_tsvector(community_marks(new.channel_id, new.author_id, new.visibility, '{}', new.created_at));
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.community_arabic_forms(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT ARRAY[p.plain, regexp_replace(regexp_replace(p.plain, '^[وف]?([بك]?ال|لل)(?=.{2})'::text, ''::text), '^(.{2,}?)(ها|ان|ات|ون|ين|يه|ه|ي)$'::text, '\1'::text)] AS "array" FROM (SELECT translate(regexp_replace(community_arabic_forms.word, '[ـً-ٰٟ]'::text, ''::text, 'g'::text), 'أإآٱىة'::text, 'ااااييه'::text) AS plain OFFSET 0) p)
;

CREATE OR REPLACE FUNCTION public.community_channels_like(words text, most integer)
 RETURNS TABLE(channel_id uuid, nearness real)
 LANGUAGE sql
 STABLE
 SET "pg_trgm.word_similarity_threshold" TO '0.45'
BEGIN ATOMIC
 SELECT c.id,
     word_similarity(fold(community_channels_like.words), c.names) AS word_similarity
    FROM channels c
   WHERE ((fold(community_channels_like.words) <% c.names) AND (c.kind = 'community'::text))
   ORDER BY (word_similarity(fold(community_channels_like.words), c.names)) DESC, c.id
  LIMIT community_channels_like.most;
END
;

CREATE OR REPLACE FUNCTION public.community_has_runs(words text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (words ~ '[ؠ-ۓ々-鿿가-힣豈-﫿ｦ-ﾝ𠀀-𯨟]'::text)
;

CREATE OR REPLACE FUNCTION public.community_lang_mark(lang text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(ARRAY[('=l:'::text || COALESCE(lang, ''::text))])
;

CREATE OR REPLACE FUNCTION public.community_marks(channel uuid, author uuid, visibility text, tags text[], at timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (ARRAY[('=v:'::text || visibility), ('=c:'::text || channel), ('=a:'::text || COALESCE((author)::text, ''::text)), ('=d:'::text || to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD'::text)), ('=w:'::text || to_char((at AT TIME ZONE 'UTC'::text), 'IYYY-IW'::text)), ('=q:'::text || to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-Q'::text)), ('=y:'::text || to_char((at AT TIME ZONE 'UTC'::text), 'YYYY'::text))] || ARRAY(SELECT ('=t:'::text || tag.tag) FROM unnest(community_marks.tags) tag(tag)))
;

CREATE OR REPLACE FUNCTION public.community_near_tag(word text, readable text[])
 RETURNS text
 LANGUAGE sql
 STABLE
 SET "pg_trgm.similarity_threshold" TO '0.35'
BEGIN ATOMIC
 SELECT t.tag
    FROM (tags t
      JOIN tag_counts c ON (((c.tag = t.tag) AND (c.visibility = ANY (community_near_tag.readable)) AND (c.posts > 0))))
   WHERE ((t.tag % fold(community_near_tag.word)) AND (t.tag <> fold(community_near_tag.word)))
   GROUP BY t.tag
   ORDER BY (similarity(t.tag, fold(community_near_tag.word))) DESC, (sum(c.posts)) DESC, t.tag
  LIMIT 1;
END
;

CREATE OR REPLACE FUNCTION public.community_other_words(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN community_has_runs(words) THEN regexp_replace(NORMALIZE(words, NFKC), community_run_pattern(), ' '::text, 'g'::text) ELSE words END
;

CREATE OR REPLACE FUNCTION public.community_pairs(run text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT (t.c || COALESCE(lead(t.c) OVER (ORDER BY t.n), ''::text)) FROM string_to_table(community_pairs.run, NULL::text) WITH ORDINALITY t(c, n) ORDER BY t.n)
;

CREATE OR REPLACE FUNCTION public.community_people_like(words text, most integer)
 RETURNS TABLE(user_id uuid, nearness real)
 LANGUAGE sql
 STABLE
 SET "pg_trgm.word_similarity_threshold" TO '0.45'
BEGIN ATOMIC
 SELECT p.user_id,
     word_similarity(fold(community_people_like.words), p.names) AS word_similarity
    FROM community_profiles p
   WHERE (fold(community_people_like.words) <% p.names)
   ORDER BY (word_similarity(fold(community_people_like.words), p.names)) DESC, p.user_id
  LIMIT community_people_like.most;
END
;

CREATE OR REPLACE FUNCTION public.community_query(words text)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  asked     tsquery := '';
  required  tsquery := '';
  english   tsquery;
  french    tsquery;
  whole     tsquery;
  part      tsquery;
  typed     text[];
  excluded  boolean[];
  last      text;
  growing   tsquery := '';
begin
  -- Japanese keyboards type a wide space.
  select coalesce(array_agg(token[2] order by n), '{}'), coalesce(array_agg(token[1] <> '' order by n), '{}') into typed, excluded
    from regexp_matches(translate(words, U&'\3000', ' '), '(-*)("[^"]*"?|[^\s"]+)', 'g') with ordinality as f (token, n);
  -- The first form of an Arabic word is the word without vowel signs. A word of another script does not change.
  last := (public.community_arabic_forms(public.fold(typed[cardinality(typed)])))[1];
  if last ~ '^[[:alnum:]]{3,40}$' and not excluded[cardinality(typed)] then
    select coalesce(string_agg(quote_literal(l.word), '|')::tsquery, '') into growing from (
      select c.word from public.community_lexicon c where c.word ~>=~ last and c.word ~<~ (last || U&'\+10FFFF')
      order by length(c.word), c.word limit 8) l;
  end if;
  for at in 1 .. cardinality(typed) loop
    if lower(typed[at]) = 'or' and not excluded[at] and numnode(required) > 0 and at < cardinality(typed) then
      asked := asked || required;
      required := '';
      continue;
    end if;
    english := websearch_to_tsquery('public.words_en', public.community_other_words(typed[at]));
    french := websearch_to_tsquery('public.words_fr', public.community_other_words(typed[at]));
    -- A stop word of one language is in nearly every text of that language, so it cannot narrow the search.
    part := case when numnode(english) = 0 or numnode(french) = 0 then ''::tsquery when english = french then english else english || french end
      && public.community_script_query(typed[at]);
    continue when numnode(part) = 0;
    required := required && case when excluded[at] then !!part when at = cardinality(typed) then part || growing else part end;
  end loop;
  asked := asked || required;
  if numnode(asked) > 0 then
    return asked;
  end if;
  english := websearch_to_tsquery('public.words_en', words);
  french := websearch_to_tsquery('public.words_fr', words);
  whole := case when english = french then english else english || french end;
  return whole || growing;
end $function$
;

CREATE OR REPLACE FUNCTION public.community_run_pattern()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '[々぀-ヺー-ヿ㐀-䶿一-鿿豈-﫿가-힣𠀀-𯨟]+|[ؠ-ۓ]+'::text
;

CREATE OR REPLACE FUNCTION public.community_runs(words text)
 RETURNS TABLE(run text, is_arabic boolean, nth bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select found[1], found[1] ~ U&'^[\0620-\06D3]', n
    from regexp_matches(normalize(words, NFKC), community_run_pattern(), 'g') with ordinality as f (found, n)
  $function$
;

CREATE OR REPLACE FUNCTION public.community_script_query(words text)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  asked  tsquery := '';
  part   record;
  forms  text[];
begin
  for part in select run, is_arabic from public.community_runs(words) order by nth loop
    if part.is_arabic then
      forms := public.community_arabic_forms(part.run);
      -- If a run consists only of vowel signs, no letter remains to search for.
      continue when forms[1] = '';
      asked := asked && (quote_literal(forms[1])::tsquery || quote_literal(forms[2])::tsquery);
    elsif length(part.run) = 1 then
      asked := asked && (quote_literal(part.run) || ':*')::tsquery;
    else
      forms := trim_array(public.community_pairs(part.run), 1);
      asked := asked && plainto_tsquery('pg_catalog.simple', array_to_string(forms, ' '));
    end if;
  end loop;
  return asked;
end $function$
;

CREATE OR REPLACE FUNCTION public.community_script_words(words text)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN community_has_runs(words) THEN (SELECT COALESCE(to_tsvector('simple'::regconfig, string_agg(array_to_string(CASE WHEN r.is_arabic THEN community_arabic_forms(r.run) ELSE community_pairs(r.run) END, ' '::text), ' '::text ORDER BY r.nth)), ''::tsvector) AS "coalesce" FROM community_runs(community_script_words.words) r(run, is_arabic, nth)) ELSE ''::tsvector END
;

CREATE OR REPLACE FUNCTION public.community_successor(channel uuid, leaver uuid, at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select s.user_id from (
      select m.user_id from channel_members m join channels c on c.id = m.channel_id join users u on u.id = m.user_id
        left join practitioners d on d.user_id = m.user_id
      where m.channel_id = channel and m.user_id <> leaver
      order by (c.visibility = 'open' or u.role = 'admin'
          or coalesce(u.role = 'practitioner' and d.verified_at is not null and d.profession = 'doctor', false)
          or u.plan = 'elite' or (c.visibility = 'paid' and u.plan in ('essential', 'plus'))) desc,
        m.role = 'owner' desc, m.role = 'moderator' desc, m.joined_at, m.user_id offset 0) s
    where moderator_in_office(s.user_id, channel, at) limit 1
  $function$
;

CREATE OR REPLACE FUNCTION public.community_words(words text)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((SELECT (to_tsvector('words_en'::regconfig, other.words) || to_tsvector('words_fr'::regconfig, other.words)) FROM (SELECT community_other_words(community_words.words) AS words OFFSET 0) other) || community_script_words(words))
;

CREATE OR REPLACE FUNCTION public.count_appeal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.appeal_at is null and new.appeal_at is not null then perform count_moderation(new.appeal_at, 'appealed', ''); end if;
  if old.appeal_outcome is null and new.appeal_outcome is not null then
    perform count_moderation(new.answered_at, 'appeal_answered', new.appeal_outcome);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  reported timestamptz := (select first_at from reports where id = new.report_id);
begin
  perform count_moderation(new.told_at, 'decided', new.action);
  if new.action in ('remove', 'lock', 'warn', 'suspend', 'ban') then perform count_moderation(new.told_at, 'ground', new.reason); end if;
  if reported is not null then perform count_moderation(new.told_at, 'time', decision_time(new.at - reported)); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_moderation(new.held_at, 'held_by_reports', '');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_moderation(at timestamp with time zone, fact text, detail text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    insert into moderation_counts as c (year, fact, detail, count)
    values (extract(year from count_moderation.at at time zone 'UTC'), count_moderation.fact, coalesce(count_moderation.detail, ''), 1)
    on conflict (year, fact, detail) do update set count = c.count + 1
  $function$
;

CREATE OR REPLACE FUNCTION public.count_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.reporter_id is null then perform count_moderation(new.at, 'held_by_filter', '');
  else perform count_moderation(new.at, 'reported', new.reason); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then perform count_moderation(new.at, 'review_asked', '');
  elsif old.outcome is null and new.outcome is not null then perform count_moderation(new.answered_at, 'review_answered', new.outcome); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.dashboard_facts(person uuid, zone text, moment timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  today date := (moment at time zone zone)::date;
  month_begin timestamptz := date_trunc('month', moment at time zone zone) at time zone zone;
  week_begin timestamptz := (today - 6)::timestamp at time zone zone;
begin
  perform set_config('role', 'app_user', true), set_config('request.user_id', person::text, true);
  return (
    with scores as materialized (
      select distinct on (s.photo_taken_at) s.photo_taken_at, s.signed_at, s.practitioner_name, s.overall, s.scores from skin_scores s
      where s.patient_id = person and s.signed_at is not null
      order by s.photo_taken_at desc, s.signed_at desc limit 24
    ), friends as materialized (
      select c.id, u.short_name as name, f.overall
      from friend_connections c
      join people u on u.id = case when c.inviter_id = person then c.invitee_id else c.inviter_id end
      left join friend_scores f on f.user_id = u.id
      where c.connected_at is not null and person in (c.inviter_id, c.invitee_id)
    ), challenges as materialized (
      select * from my_challenges where user_id = person
    ), plan as materialized (
      select array(
        select item ->> 'kind' from jsonb_array_elements(d.plan -> 'items') item
        union
        select item ->> 'treatment'
        from jsonb_array_elements(coalesce(d.plan -> 'sessions', '[]')) visit, jsonb_array_elements(visit -> 'items') item
      ) as kinds
      from signatures s join cases c on c.id = s.case_id join drafts d on d.case_id = s.case_id and d.version = s.version
      where c.patient_id = person order by s.signed_at desc limit 1
    ), shots as materialized (
      select (created_at at time zone zone)::date as day, created_at from photos
      where user_id = person and current_at is not null and created_at >= least(month_begin, week_begin)
    ), visits as materialized (
      select a.id, a.number, a.status, a.city_target as city, o.is_video, o.scheduled_at, o.timezone, o.provider_name from appointments a
      join appointment_offers o on o.appointment_id = a.id and o.state in ('open', 'paid', 'agreed')
      where a.patient_id = person and a.status in ('awaiting_payment', 'confirmed') and o.scheduled_at > moment
        and (o.state <> 'open' or o.expires_at > moment) and o.alternatives_until is null
      order by o.scheduled_at, a.id limit 3
    )
    select jsonb_build_object(
      'scores', coalesce((select jsonb_agg(to_jsonb(s) order by s.photo_taken_at) from scores s), '[]'),
      'has_open_case', exists (select from cases where patient_id = person and status in ('received', 'in_review')),
      'has_signed_case', exists (select from cases where patient_id = person and published_at is not null),
      'friends', coalesce((select jsonb_agg(to_jsonb(f)) from (select * from friends order by overall desc nulls last, name, id limit 12) f), '[]'),
      'friends_count', (select count(*) from friends),
      'friend_requests', (select count(*) from friend_connections where inviter_id = person and connected_at is null),
      'settings', (select to_jsonb(s) from progress_settings s where s.user_id = person),
      'uploads_month', (select count(*) from shots where created_at >= month_begin),
      'weekly_uploads', (select jsonb_agg((select count(*) from shots where shots.day = today - back) order by back desc) from generate_series(0, 6) back),
      'poses', (select count(*) from unnest(array['front', 'right', 'left']) p(pose)
                where exists (select from photos where user_id = person and photos.pose = p.pose and current_at is not null)),
      'photos', (select count(*) from photos where user_id = person and current_at is not null),
      'photo_days', photo_days(7, zone),
      'challenges_joined', (select count(*) from challenges where joined_at >= month_begin or (ends_at > moment and completed_at is null)),
      'challenges_completed', (select count(*) from challenges where completed_at >= month_begin),
      'ever_completed', exists (select from challenges where completed_at is not null),
      'ever_written', has_contributed(),
      'shares_friends', (select count(*) from share_notes where user_id = person and at >= month_begin),
      'shares_community', (select count(*) from my_contributions(month_begin, 'infinity', 'post')),
      'rewards', coalesce((select jsonb_agg(to_jsonb(r)) from (select reward, claimed_at, fulfilled_at from reward_claims where user_id = person) r), '[]'),
      'earned', coalesce((select jsonb_agg(achievement) from achievements_earned where user_id = person), '[]'),
      'topics', coalesce((select jsonb_agg(to_jsonb(t)) from my_trending_topics(moment) t), '[]'),
      'appointments', coalesce((select jsonb_agg(to_jsonb(v) order by v.scheduled_at, v.id) from visits v), '[]'),
      'plan_kinds', (select to_jsonb(kinds) from plan),
      'products', coalesce((select jsonb_agg(to_jsonb(p) order by p.position, p.id) from products p
        where p.is_active and (cardinality(p.for_treatments) > 0 or cardinality(p.for_scores) > 0)), '[]')
    )
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.decision_time(waited interval)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select case when waited <= interval '1 hour' then 'hour' when waited <= interval '24 hours' then 'day'
      when waited <= interval '72 hours' then 'three_days' when waited <= interval '7 days' then 'week' else 'longer' end
  $function$
;

CREATE OR REPLACE FUNCTION public.decisions_by_moderators()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (tg_op = 'INSERT' and not moderator_in_office(new.decided_by, new.channel_id, new.at))
    or (tg_op = 'UPDATE' and not moderator_in_office(new.appeal_by, new.channel_id, new.answered_at)) then
    raise exception 'a suspended account does not moderate' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.decoys()
 RETURNS SETOF decoy_ids
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  lock table decoy_ids in share row exclusive mode;
  insert into decoy_ids (table_name)
  select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype
    cross join generate_series(1, 2)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
    and not exists (select from decoy_ids d where d.table_name = c.relname);
  return query select * from decoy_ids;
end $function$
;

CREATE OR REPLACE FUNCTION public.desk_clinics()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT m.clinic_id
    FROM (clinic_members m
      JOIN users u ON ((u.id = m.user_id)))
   WHERE (((m.user_id)::text = request_user_id()) AND (m.role = 'desk'::text) AND (u.role = 'desk'::text) AND (u.suspended_at IS NULL) AND (u.closed_at IS NULL));
END
;

CREATE OR REPLACE FUNCTION public.desk_colleagues()
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT u.id,
     u.name
    FROM users u
   WHERE (EXISTS ( SELECT
            FROM clinic_members m
           WHERE ((m.user_id = u.id) AND (m.clinic_id IN ( SELECT desk_clinics() AS desk_clinics)))));
END
;

CREATE OR REPLACE FUNCTION public.earlier_doses(patient uuid)
 RETURNS TABLE(case_id uuid, visit integer, visits integer, given_on date, treatment text, amount numeric, is_recorded boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.case_id, case when p.is_current then p.visit end, jsonb_array_length(p.plan -> 'sessions'), p.due_on, item ->> 'treatment',
    case jsonb_typeof(item -> 'dose')
      when 'object' then (item #>> '{dose,right}')::numeric + (item #>> '{dose,left}')::numeric
      else (item ->> 'dose')::numeric * case item ->> 'per' when 'side' then 2 else 1 end
    end,
    false
  from presumed_visits(patient) p cross join lateral jsonb_array_elements(p.items) item
  where item ->> 'unit' in ('units', 'mL')
  union all
  select s.case_id, case when s.is_current then r.visit end, jsonb_array_length(s.plan -> 'sessions'), r.treated_on, point ->> 'treatment',
    (point ->> 'amount')::numeric, true
  from signed_versions(patient) s
    join treatment_records r on r.case_id = s.case_id and r.plan_version = s.version
    cross join lateral jsonb_array_elements(r.points) point
  where point ->> 'unit' in ('units', 'mL')
    and not exists (select from treatment_records newer where newer.id = r.id and newer.version > r.version)
$function$
;

CREATE OR REPLACE FUNCTION public.earlier_treatments(patient uuid)
 RETURNS TABLE(case_id uuid, visit integer, visits integer, treated_on date, kinds text[], treatments text[], planned jsonb, points jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.case_id, case when p.is_current then p.visit end, jsonb_array_length(coalesce(p.plan -> 'sessions', '[]')), p.due_on,
    array(
      select item ->> 'kind' from jsonb_array_elements(p.plan -> 'items') item where p.visit = 0
      union
      select item ->> 'treatment' from jsonb_array_elements(p.items) item
    ),
    array(
      select name from jsonb_each(p.recipes) style, jsonb_object_keys(style.value -> 'treatments') name
      union
      select item ->> 'treatment' from jsonb_array_elements(p.items) item
    ),
    p.items, null
  from presumed_visits(patient) p
  union all
  select r.case_id, case when s.is_current then r.visit end, jsonb_array_length(coalesce(s.plan -> 'sessions', '[]')), r.treated_on,
    array(select distinct point ->> 'treatment' from jsonb_array_elements(r.points) point),
    array(select distinct point ->> 'treatment' from jsonb_array_elements(r.points) point where point ->> 'unit' is not null),
    s.plan -> 'sessions' -> r.visit -> 'items', r.points
  from signed_versions(patient) s join treatment_records r on r.case_id = s.case_id and r.plan_version = s.version
  where not exists (select from treatment_records newer where newer.id = r.id and newer.version > r.version)
$function$
;

CREATE OR REPLACE FUNCTION public.fold(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, words))
;

CREATE OR REPLACE FUNCTION public.follow_time_by_video(asked uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  met record;
begin
  select b.state, lower(b.during) as starts_at, b.updated_at as at, a.patient_id into met
  from booked_times b
  join appointment_offer_times t on t.time_id = b.id
  join appointment_offers o on o.id = t.offer_id
  join appointments a on a.id = o.appointment_id
  where b.id = asked and o.is_video;
  if not found then
    return;
  end if;
  if met.state in ('booked', 'arrived') then
    insert into video_visits as v (id, time_id, patient_id, planned_at, state, created_at)
    values (asked, asked, met.patient_id, met.starts_at, 'planned', met.at)
    on conflict (time_id) do update
      set planned_at = excluded.planned_at, state = 'planned', started_at = null, ended_at = null, cancelled_by = null,
          doctor_page = null, doctor_seen_at = null, patient_page = null, patient_seen_at = null
      where v.planned_at <> excluded.planned_at or v.state in ('cancelled', 'missed');
  elsif met.state in ('cancelled', 'released', 'no_show') then
    update video_visits
    set state = case met.state when 'no_show' then 'missed' else 'cancelled' end, ended_at = met.at
    where time_id = asked and ended_at is null;
    delete from video_signals where visit_id = asked;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.friend_name(first_name text, last_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN btrim((first_name || CASE WHEN (last_name = ''::text) THEN ''::text ELSE ((' '::text || "left"(last_name, 1)) || '.'::text) END))
;

CREATE OR REPLACE FUNCTION public.guard_offer_from_patient()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.state is distinct from old.state and new.state <> 'withdrawn' then
    raise exception 'a patient cannot make an offer %', new.state using errcode = 'insufficient_privilege';
  end if;
  if new.alternatives_until is distinct from old.alternatives_until and new.alternatives_until is not null then
    raise exception 'a patient cannot say that the clinic offers other times' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE PROCEDURE public.guard_patient_rows(IN guarded regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format('create policy system_sees_all on %s to app_system using (true) with check (true)', guarded);
end $procedure$
;

CREATE OR REPLACE FUNCTION public.guard_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.practitioner_id <> old.practitioner_id then
    raise exception 'this role cannot give a time to another practitioner' using errcode = 'insufficient_privilege';
  end if;
  if current_user = 'app_user' and new.state <> old.state and not (
    (old.state in ('held', 'booked') and new.state in ('released', 'cancelled'))
    or (old.state = 'held' and new.state = 'booked' and exists (
      select from appointment_offer_times t join appointment_offers o on o.id = t.offer_id
      where t.time_id = new.id and o.state in ('paid', 'agreed') and o.alternatives_until is not null))
  ) then
    raise exception 'a patient cannot make a time that is % %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.has_contributed()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select exists (select from posts where author_id = request_user_id()::uuid and state = 'visible')
      or exists (select from comments where author_id = request_user_id()::uuid and state = 'visible')
  $function$
;

CREATE OR REPLACE FUNCTION public.has_video_time(asked uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select is_doctor() and exists (
    select from booked_times
    where id = asked and practitioner_id::text = request_user_id() and state in ('booked', 'arrived', 'done', 'no_show')
  )
$function$
;

CREATE OR REPLACE FUNCTION public.inbox_cause_holds(kind text, status text, wish text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select case when kind in ('request', 'offer_expired') then status in ('pending', 'in_progress')
                when kind in ('offer_expiring', 'payment_failed') then status = 'awaiting_payment'
                when kind = 'message_unread' then status not in ('cancelled', 'done')
                when kind = 'alternatives_over' then status = 'confirmed'
                when kind = 'practitioner_unable' then status in ('awaiting_payment', 'confirmed')
                when kind in ('reschedule', 'cancel') then kind is not distinct from wish
           end
  $function$
;

CREATE OR REPLACE FUNCTION public.inbox_follow_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update appointment_inbox set handled_at = new.updated_at
  where appointment_id = new.id and handled_at is null and not inbox_cause_holds(kind, new.status, new.wish);
  if new.status <> old.status and old.status in ('confirmed', 'cancelled', 'done') then
    update appointment_inbox set handled_at = null
    where appointment_id = new.id and handled_by is null and handled_at = old.updated_at and inbox_cause_holds(kind, new.status, new.wish)
      and (kind <> 'message_unread' or inbox_has_unread(new.id));
  end if;
  update appointment_inbox set due_at = new.answer_due_at
  where appointment_id = new.id and handled_at is null and kind = 'request' and due_at is distinct from new.answer_due_at;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.inbox_follow_coordinator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update appointment_inbox set coordinator_id = new.coordinator_id where appointment_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.inbox_follow_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from appointment_inbox where appointment_id is null and payment_id = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.inbox_follow_reading()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update appointment_inbox set handled_at = new.read_at
  where appointment_id = new.appointment_id and kind = 'message_unread' and handled_at is null and not inbox_has_unread(new.appointment_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.inbox_has_unread(appointment uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
    select exists (select from appointment_messages where appointment_id = appointment and from_team and read_at is null)
  $function$
;

CREATE OR REPLACE FUNCTION public.inbox_take_coordinator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.appointment_id is not null then
    new.coordinator_id := (select coordinator_id from appointments where id = new.appointment_id);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_administrator()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from users where id::text = request_user_id() and role = 'admin')
$function$
;

CREATE OR REPLACE FUNCTION public.is_doctor()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from practitioners
    where user_id::text = request_user_id() and verified_at is not null and profession = 'doctor')
$function$
;

CREATE OR REPLACE FUNCTION public.is_practitioner()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from practitioners where user_id::text = request_user_id() and verified_at is not null)
$function$
;

CREATE OR REPLACE FUNCTION public.is_visit_of(asked uuid, patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from booked_times b
    join appointment_offer_times t on t.time_id = b.id
    join appointment_offers o on o.id = t.offer_id
    join appointments a on a.id = o.appointment_id
    where b.id = asked and b.practitioner_id::text = request_user_id() and a.patient_id = patient and b.state in ('booked', 'arrived', 'done'))
$function$
;

CREATE OR REPLACE FUNCTION public.keep_verified_profession()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.verified_at is not null and new.profession <> old.profession then
    raise exception 'a verified registration keeps its profession' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_check_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  entry bigint := case when tg_table_name = 'ledger_transactions' then (to_jsonb(new) ->> 'id')::bigint
                       else (to_jsonb(new) ->> 'transaction_id')::bigint end;
begin
  if not exists (select from ledger_postings where transaction_id = entry) then
    raise exception 'entry % has no postings', entry using errcode = 'check_violation';
  end if;
  if exists (select from ledger_postings where transaction_id = entry group by currency having sum(amount_cents) <> 0) then
    raise exception 'entry % does not balance', entry using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_close(closed integer, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from ledger_closed_years where year >= closed) then
    return;
  end if;
  lock table ledger_transactions in share row exclusive mode;
  insert into ledger_closed_years (year, closed_at) values (closed, at) on conflict do nothing;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_forget(before date)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone bigint;
begin
  if before > (date_trunc('year', now()) - interval '10 years')::date then
    raise exception 'books of the last ten years stay' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('ledger.forgetting', 'yes', true);
  delete from ledger_transactions where entry_date < before;
  get diagnostics gone = row_count;
  perform set_config('ledger.forgetting', '', true);
  delete from provider_moves m where at < before
    and not exists (select 1 from ledger_transactions t where t.payment_id = m.payment_id);
  delete from ledger_differences where settled_at < before;
  delete from share_statements where issued_at < before;
  return gone;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('ledger.forgetting', true) = 'yes'
     and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'ledger_transactions') then
    return null;
  end if;
  raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_refuse_late_posting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from ledger_transactions t where t.id = new.transaction_id and t.posted_in = pg_current_xact_id()) then
    raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_set_date()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- As long as no year is closed, make_date() returns null, and `greatest` ignores it.
  new.entry_date := greatest((new.happened_at at time zone 'Europe/Paris')::date,
                             make_date((select max(year) from ledger_closed_years) + 1, 1, 1));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_validate(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  made bigint;
begin
  lock table ledger_transactions in row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('ledger_validate', 0));
  insert into ledger_numbers (transaction_id, year, number, validated_at)
  select t.id, extract(year from t.entry_date),
         coalesce((select max(n.number) from ledger_numbers n where n.year = extract(year from t.entry_date)), 0)
           + row_number() over (partition by extract(year from t.entry_date) order by t.entry_date, t.id), at
  from ledger_transactions t
  where not exists (select from ledger_numbers n where n.transaction_id = t.id);
  get diagnostics made = row_count;
  return made;
end $function$
;

CREATE OR REPLACE FUNCTION public.lot_key(lot text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(regexp_replace(upper(lot), '[^A-Z0-9]'::text, ''::text, 'g'::text), 'OIL'::text, '011'::text)
;

CREATE OR REPLACE FUNCTION public.lot_keys(products jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT lot_key((product.value ->> 'lot'::text)) AS lot_key FROM jsonb_array_elements(lot_keys.products) product(value) WHERE ((product.value ->> 'lot'::text) IS NOT NULL))
;

CREATE OR REPLACE FUNCTION public.moderator_in_office(moderator uuid, channel uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select not exists (select from users u where u.id = moderator and u.suspended_at is not null)
      and not exists (select from suspensions s where s.user_id = moderator and s.lifted_at is null and (s.until is null or s.until > at)
      and (s.channel_id is null or (s.channel_id = channel and not exists (select from users u where u.id = moderator and u.role = 'admin'))))
  $function$
;

CREATE OR REPLACE FUNCTION public.my_cases()
 RETURNS SETOF cases
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from cases c
  where c.status <> 'withdrawn' and is_doctor() and (
    coalesce(c.practitioner_id, c.assigned_to)::text = request_user_id()
    or (c.status in ('received', 'in_review') and c.practitioner_id is null and c.assigned_to is null)
    or exists (
      select from case_openings o
      where o.case_id = c.id and o.opened_by::text = request_user_id()
        and o.ended_at is null and o.recorded_at > now() - interval '60 minutes'
    )
  )
$function$
;

CREATE OR REPLACE FUNCTION public.my_contributions(since timestamp with time zone, until timestamp with time zone, kind text)
 RETURNS SETOF timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select created_at from posts
    where kind in ('any', 'post') and author_id = request_user_id()::uuid and state = 'visible'
      and id >= uuid_at(since) and created_at >= since and created_at < until
    union all
    select created_at from comments
    where kind = 'any' and author_id = request_user_id()::uuid and state = 'visible'
      and id >= uuid_at(since) and created_at >= since and created_at < until
  $function$
;

CREATE OR REPLACE FUNCTION public.my_notifications(person uuid, only_unread boolean, before_at timestamp with time zone, before_id uuid, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('role', 'app_user', true), set_config('request.user_id', person::text, true);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(page) order by page.at desc, page.id desc), '[]') from (
        select id, domain, kind, subject_id, actor_id, count, subject, path, at, read_at from notifications
        where user_id = person and (read_at is null or not only_unread)
          and (at, id) < (coalesce(before_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by at desc, id desc limit most
      ) page
    ),
    'unread_count', (select count(*) from notifications where user_id = person and read_at is null)
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.my_trending_topics(moment timestamp with time zone)
 RETURNS TABLE(id text, title text, posts_last7 integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select topics.* from users u, busiest_topics(
      array['open'] || case when u.plan <> 'free' then array['paid'] end || case u.plan when 'elite' then array['elite_only'] end,
      array(select f.target from community_follows f where f.user_id = u.id and f.kind = 'tag' and f.state = 'mute'), moment, 3) topics
    where u.id = request_user_id()::uuid
  $function$
;

CREATE OR REPLACE FUNCTION public.name_patient_of_visit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.patient_id is null then
    select patient_id into new.patient_id from cases where id = new.case_id;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_freed_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into freed_times (time_id, site_id, practitioner_id, during, freed_at)
    values (old.id, old.site_id, old.practitioner_id, old.during, new.updated_at);
  -- The event starts the job of the waiting list after the commit.
  perform outbox_add('bookings.timeFreed', jsonb_build_object('time_id', old.id), null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.number_quote()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select o.quote_number into new.quote_number
    from appointment_offers o where o.appointment_id = new.appointment_id and o.quote_version = 1;
  select coalesce(max(o.quote_version), 0) + 1 into new.quote_version
    from appointment_offers o where o.appointment_id = new.appointment_id;
  if new.quote_number is null then
    select 'D-' || to_char(new.created_at at time zone 'Europe/Paris', 'YYYY') || '-' || lpad(digits, greatest(6, length(digits)), '0')
      into new.quote_number
      from (select regexp_replace(a.number, '[^0-9]', '', 'g') as digits from appointments a where a.id = new.appointment_id) as one;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.ordered_refund_cents(payment text, refunded bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
RETURN (SELECT (GREATEST((0)::bigint, (COALESCE(sum(r.amount_cents) FILTER (WHERE (r.made_at IS NOT NULL)), (0)::bigint) - ordered_refund_cents.refunded)) + COALESCE(sum(r.amount_cents) FILTER (WHERE (r.made_at IS NULL)), (0)::bigint)) FROM appointment_refunds r WHERE ((r.payment_id = ordered_refund_cents.payment) AND (r.failed_at IS NULL)))
;

CREATE OR REPLACE FUNCTION public.outbox_add(event_topic text, event_payload jsonb, event_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    insert into outbox (topic, payload, idempotency_key) values (event_topic, event_payload, event_key)
    on conflict (topic, idempotency_key) do nothing
  $function$
;

CREATE OR REPLACE FUNCTION public.outbox_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('outbox', '');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.patients_of_lot(asked text)
 RETURNS TABLE(patient_id uuid, first_name text, last_name text, email text, phone text, is_closed boolean, case_id uuid, number text, record_id uuid, treated_on date, practitioner_name text, product jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.first_name, u.last_name, u.email, u.phone, u.closed_at is not null,
    c.id, c.number, r.id, r.treated_on, r.practitioner_name, product
  from treatment_records r
    join cases c on c.id = r.case_id
    join users u on u.id = c.patient_id,
    jsonb_array_elements(r.products) product
  where is_administrator() and r.lots @> array[lot_key(asked)] and lot_key(product ->> 'lot') = lot_key(asked)
    and not exists (select from treatment_records newer where newer.id = r.id and newer.version > r.version)
  order by r.treated_on desc, u.last_name, u.first_name, r.id
$function$
;

CREATE OR REPLACE FUNCTION public.photo_days(enough integer, zone text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
    with recursive days as (
      select 1 as n, min(created_at) as at from photos where user_id = request_user_id()::uuid and current_at is not null
      union all
      select n + 1, (select min(created_at) from photos where user_id = request_user_id()::uuid and current_at is not null
                     and created_at >= ((date_trunc('day', days.at at time zone zone) + interval '1 day') at time zone zone))
      from days where days.at is not null and n < enough
    )
    select count(at)::int from days
  $function$
;

CREATE OR REPLACE FUNCTION public.place_of_provider()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    -- If a place with this name and address exists already, the new entry belongs to it.
    update clinic_sites set provider_id = new.id
    where id = (select id from clinic_sites
                where provider_id is null and search_words(name) = search_words(new.name) and search_words(address) = search_words(new.address)
                order by created_at, id limit 1);
    if not found then
      insert into clinics (id, name, is_active, created_at) values (new.id, left(new.name, 120), new.is_active, new.created_at);
      -- Country and time zone are guesses until an administrator has checked them.
      insert into clinic_sites (id, clinic_id, provider_id, name, address, phone, country, timezone, is_active, created_at)
      values (new.id, new.id, new.id, left(new.name, 120), new.address, new.phone, 'FR', 'Europe/Paris', new.is_active, new.created_at);
    end if;
    return null;
  end if;
  -- If this is the only place of its clinic, and the clinic has the name of the entry, the clinic is renamed, activated
  -- and deactivated together with the entry.
  update clinics c set name = left(new.name, 120), is_active = new.is_active
  from clinic_sites s
  where s.provider_id = new.id and c.id = s.clinic_id and c.name = left(old.name, 120)
    and not exists (select from clinic_sites other where other.clinic_id = c.id and other.id <> s.id);
  update clinic_sites s set name = left(new.name, 120), address = new.address, phone = new.phone, is_active = new.is_active
  where s.provider_id = new.id
    and (s.name, s.address, s.phone, s.is_active) is distinct from (left(new.name, 120), new.address, new.phone, new.is_active);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.plan_rank(plan text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_position(ARRAY['free'::text, 'essential'::text, 'plus'::text, 'elite'::text], plan)
;

CREATE OR REPLACE FUNCTION public.posts_index_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> 'visible' then
    new.search := '';
  elsif new.search is null or tg_op = 'UPDATE' then
    new.search := setweight(community_words(new.title), 'A') || setweight(community_words(array_to_string(new.tag_titles, ' ')), 'B')
      || community_words(left(new.words, 20000)) || community_lang_mark(new.lang)
      || array_to_tsvector(community_marks(new.channel_id, new.author_id, new.visibility, new.tags, new.created_at));
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.posts_keep_lexicon()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into community_lexicon (word)
    select lexeme from unnest(community_words(new.title || ' ' || array_to_string(new.tag_titles, ' '))) where length(lexeme) between 3 and 40 order by 1
    on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.presumed_visits(patient uuid)
 RETURNS TABLE(case_id uuid, visit integer, due_on date, items jsonb, plan jsonb, recipes jsonb, is_current boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with signed as (
    select * from signed_versions(patient)
  ), told as (
    select s.case_id, t.told_on, coalesce(max(s.round) filter (where s.signed_at < t.told_on + 2), min(s.round)) as round
    from signed s join treatment_dates t on t.case_id = s.case_id
    where t.told_on is not null
    group by s.case_id, t.told_on
  ), recorded as (
    select s.case_id, s.round, r.visit, r.treated_on
    from signed s join treatment_records r on r.case_id = s.case_id and r.plan_version = s.version
    where not exists (select from treatment_records newer where newer.id = r.id and newer.version > r.version)
  ), visits as (
    select s.*, (at - 1)::int as visit, said -> 'items' as items,
      (sum(coalesce((said ->> 'weeks_after')::int, 0)) over (partition by s.case_id, s.version order by at))::int as week
    from signed s
      cross join lateral jsonb_array_elements(coalesce(nullif(s.plan -> 'sessions', '[]'), '[{}]')) with ordinality as session (said, at)
  ), dated as (
    select v.*, coalesce(t.told_on + 7 * v.week, f.treated_on - 7 * (fv.week - v.week)) as due_on, f.visit as first_recorded
    from visits v
      left join told t on t.case_id = v.case_id and t.round = v.round
      left join lateral (
        select r.visit, r.treated_on from recorded r
        where r.case_id = v.case_id and r.round = v.round and r.visit is not null
        order by r.visit, r.treated_on limit 1) f on true
      left join visits fv on fv.case_id = v.case_id and fv.version = v.version and fv.visit = f.visit
    where t.told_on is not null or v.visit < f.visit
  ), planned as (
    select distinct on (case_id, round, visit) *
    from dated where due_on is not null
    order by case_id, round, visit, signed_at < due_on + 2 desc, case when signed_at < due_on + 2 then version else -version end desc
  )
  select p.case_id, p.visit, p.due_on, p.items, p.plan, p.recipes, p.is_current
  from planned p
  where not exists (select from recorded r where r.case_id = p.case_id and r.round = p.round and r.visit = p.visit)
    and (p.visit < p.first_recorded
      or p.due_on < (select coalesce(min(r.treated_on), 'infinity') from recorded r where r.case_id = p.case_id))
$function$
;

CREATE OR REPLACE FUNCTION public.provider_of_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- A place has only the first 120 characters of a longer name. While these equal the name of the place, the entry
  -- keeps its full name.
  update providers p
  set name = case when left(p.name, 120) = new.name then p.name else new.name end, address = new.address, phone = new.phone, is_active = new.is_active
  where p.id = new.provider_id
    and (left(p.name, 120), p.address, p.phone, p.is_active) is distinct from (new.name, new.address, new.phone, new.is_active);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.provider_words(appointment uuid)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
RETURN COALESCE((SELECT search_vector(o.provider_name) AS search_vector FROM appointment_offers o WHERE ((o.appointment_id = provider_words.appointment) AND (o.state = ANY (ARRAY['open'::text, 'paid'::text, 'agreed'::text])))), ''::tsvector)
;

CREATE OR REPLACE FUNCTION public.provider_words_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update appointments set provider_search = provider_words(id)
  where id = new.appointment_id and provider_search is distinct from provider_words(id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.recorded_visits(asked uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT r.time_id
    FROM (treatment_records r
      JOIN booked_times b ON ((b.id = r.time_id)))
   WHERE ((r.time_id = ANY (recorded_visits.asked)) AND ((b.practitioner_id)::text = request_user_id()));
END
;

CREATE OR REPLACE FUNCTION public.refuse_invoice_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.issued_at < date_trunc('year', now()) - interval '10 years' then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' and new.user_id is null then
    return new;
  end if;
  raise exception 'an invoice that was issued stays as it is' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.release_run_out(asked_practitioner uuid, asked_site uuid, asked tstzrange, asked_at timestamp with time zone, but uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE booked_times SET state = 'released'::text, held_until = NULL::timestamp with time zone, updated_at = release_run_out.asked_at
   WHERE ((booked_times.state = 'held'::text) AND (booked_times.held_until <= release_run_out.asked_at) AND (booked_times.blocked && release_run_out.asked) AND ((booked_times.practitioner_id = release_run_out.asked_practitioner) OR (booked_times.site_id = release_run_out.asked_site)) AND (booked_times.id IS DISTINCT FROM release_run_out.but));
END
;

CREATE OR REPLACE FUNCTION public.request_user_id()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('request.user_id'::text, true), ''::text)
;

CREATE OR REPLACE FUNCTION public.revoke_photo_links(person text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    update person_keys set link_epoch = link_epoch + 1
    where user_id = person
       or user_id in (select patient_id from audit_log where actor_id = person and patient_id is not null and at > now() - interval '1 day');
  $function$
;

CREATE OR REPLACE PROCEDURE public.run_as_system(IN given regprocedure)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('revoke execute on function %s from public', given);
  -- A role can own a function only if it may create objects in the schema of that function.
  grant create on schema public to app_system;
  execute format('alter function %s owner to app_system', given);
  revoke create on schema public from app_system;
end $procedure$
;

CREATE OR REPLACE FUNCTION public.search_beginnings(words tsvector)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(DISTINCT "left"(word.word, n.n)) AS array_agg FROM unnest(tsvector_to_array(search_beginnings.words)) word(word), LATERAL generate_series(1, LEAST(length(word.word), 12)) n(n))
;

CREATE OR REPLACE FUNCTION public.search_keys(words tsvector, at timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (COALESCE(search_beginnings(words), '{}'::text[]) || search_month(at))
;

CREATE OR REPLACE FUNCTION public.search_month(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('@'::text || (floor((EXTRACT(epoch FROM (at - '1970-01-01 00:00:00+00'::timestamp with time zone)) / ((30 * 86400))::numeric)))::integer)
;

CREATE OR REPLACE FUNCTION public.search_query(words text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((SELECT string_agg((quote_literal(word.word) || ':*'::text), ' & '::text) AS string_agg FROM unnest(string_to_array(search_words(search_query.words), ' '::text)) word(word) WHERE (word.word <> ''::text)))::tsquery
;

CREATE OR REPLACE FUNCTION public.search_starts(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg("left"(word.word, 12)) AS array_agg FROM unnest(string_to_array(search_words(search_starts.words), ' '::text)) word(word) WHERE (word.word <> ''::text))
;

CREATE OR REPLACE FUNCTION public.search_vector(words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(string_to_array(search_words(words), ' '::text), ''::text))
;

CREATE OR REPLACE FUNCTION public.search_words(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN TRIM(BOTH FROM regexp_replace(lower(unaccent('unaccent'::regdictionary, COALESCE(words, ''::text))), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.search_year(until timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(search_month((search_year.until - ((n.n)::double precision * '30 days'::interval)))) AS array_agg FROM generate_series(0, 12) n(n))
;

CREATE OR REPLACE FUNCTION public.sessions_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.expires_at := least(new.expires_at, new.ends_at);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.signed_versions(patient uuid)
 RETURNS TABLE(case_id uuid, version integer, signed_at timestamp with time zone, plan jsonb, recipes jsonb, round bigint, is_current boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, s.version, s.signed_at, d.plan, d.recipes, redos.before, redos.before = redos.total
  from cases c
    join signatures s on s.case_id = c.id
    join drafts d on d.case_id = c.id and d.version = s.version
    cross join lateral (
      select count(*) filter (where q.requested_at <= s.signed_at) as before, count(*) as total
      from redo_requests q where q.case_id = c.id) redos
  where c.patient_id = patient and cares_for_patient(patient)
$function$
;

CREATE OR REPLACE FUNCTION public.site_notify()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('site', '');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.site_versions_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.is_published and (tg_op = 'DELETE' or (new.content, new.is_shown, new.reason, new.is_confirmed, new.is_published)
      is distinct from (old.content, old.is_shown, old.reason, old.is_confirmed, old.is_published)) then
    raise exception 'what was published stays in the history' using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$
;

CREATE OR REPLACE FUNCTION public.tag_days_keep_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into tag_counts (tag, visibility, posts) values (new.tag, new.visibility, new.posts - case when tg_op = 'UPDATE' then old.posts else 0 end)
    on conflict (tag, visibility) do update set posts = tag_counts.posts + excluded.posts;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.time_changed_by_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The patient consented to a visit with the earlier practitioner only.
  if old.practitioner_id <> new.practitioner_id then
    update video_visits
    set doctor_page = null, doctor_seen_at = null, consent_version = null, consent_language = null, consented_at = null
    where time_id = new.id;
    delete from video_signals where visit_id = new.id;
  end if;
  perform follow_time_by_video(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.time_tied_by_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform follow_time_by_video(new.time_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.treatment_record_follows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.version > 1 and not exists (
    select from treatment_records r where r.id = new.id and r.version = new.version - 1 and r.case_id = new.case_id
  ) then raise exception 'version % of a treatment record does not follow', new.version using errcode = 'check_violation'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.users_leave_communities()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from content_versions v using posts p where p.author_id = old.id and v.channel_id = p.channel_id and v.content_id = p.id;
  delete from content_versions v using comments c where c.author_id = old.id and v.channel_id = c.channel_id and v.content_id = c.id;
  delete from post_tags t using posts p where p.author_id = old.id and t.channel_id = p.channel_id and t.post_id = p.id;
  update posts set state = 'deleted', title = '', body = '', words = '', excerpt = '', image_path = null, tags = '{}', tag_titles = '{}'
    where author_id = old.id;
  update comments set state = 'deleted', body = '', words = '' where author_id = old.id;
  update channel_members m set role = 'owner' from channel_members o
    where o.user_id = old.id and o.role = 'owner' and m.channel_id = o.channel_id and m.role <> 'owner'
      and m.user_id = community_successor(o.channel_id, old.id, now());
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.users_note_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update users set last_contact_at = now() where id = new.user_id and last_contact_at < now() - interval '1 hour';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.uuid_at(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((lpad(to_hex((floor((EXTRACT(epoch FROM (at AT TIME ZONE 'UTC'::text)) * (1000)::numeric)))::bigint), 12, '0'::text) || '70008000000000000000'::text))::uuid
;

CREATE OR REPLACE FUNCTION public.visit_figures(asked uuid, since timestamp with time zone, until timestamp with time zone)
 RETURNS TABLE(practitioner_id uuid, month text, done integer, no_show integer, late integer, cancelled_in_time integer, cancelled_late integer, cancelled_by_clinic integer, reviews integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 WITH times AS (
          SELECT b.id,
             b.practitioner_id,
             b.state,
             b.late_minutes,
             lower(b.during) AS starts_at,
             to_char((lower(b.during) AT TIME ZONE s.timezone), 'YYYY-MM'::text) AS month
            FROM (booked_times b
              JOIN clinic_sites s ON ((s.id = b.site_id)))
           WHERE ((lower(b.during) >= visit_figures.since) AND (lower(b.during) < visit_figures.until) AND ((visit_figures.asked IS NULL) OR (b.practitioner_id = visit_figures.asked)) AND (((b.practitioner_id)::text = request_user_id()) OR is_administrator()))
         ), cancelled AS (
          SELECT t_1.id,
             (e.by_patient OR ((e.details ->> 'cancelled_by'::text) = 'patient'::text)) AS is_by_patient,
             (COALESCE(( SELECT max(w.at) AS max
                    FROM appointment_events w
                   WHERE ((w.appointment_id = a.id) AND (w.kind = 'cancel_asked'::text) AND (w.at <= e.at))), e.at) > (t_1.starts_at - make_interval(hours => o.free_until_hours))) AS is_late
            FROM ((((times t_1
              JOIN appointment_offer_times k ON ((k.time_id = t_1.id)))
              JOIN appointment_offers o ON ((o.id = k.offer_id)))
              JOIN appointments a ON ((a.id = o.appointment_id)))
              CROSS JOIN LATERAL ( SELECT appointment_events.at,
                     appointment_events.by_patient,
                     appointment_events.details
                    FROM appointment_events
                   WHERE ((appointment_events.appointment_id = a.id) AND (appointment_events.to_status = 'cancelled'::text))
                   ORDER BY appointment_events.id DESC
                  LIMIT 1) e)
           WHERE ((t_1.state = 'cancelled'::text) AND (a.status = 'cancelled'::text))
         )
  SELECT t.practitioner_id,
     t.month,
     (count(*) FILTER (WHERE (t.state = 'done'::text)))::integer AS count,
     (count(*) FILTER (WHERE (t.state = 'no_show'::text)))::integer AS count,
     (count(*) FILTER (WHERE (t.late_minutes IS NOT NULL)))::integer AS count,
     (count(*) FILTER (WHERE (c.is_by_patient AND (NOT c.is_late))))::integer AS count,
     (count(*) FILTER (WHERE (c.is_by_patient AND c.is_late)))::integer AS count,
     (count(*) FILTER (WHERE (c.is_by_patient IS FALSE)))::integer AS count,
     (count(*) FILTER (WHERE (EXISTS ( SELECT
            FROM visit_reviews r
           WHERE ((r.visit_id = t.id) AND (r.state = 'accepted'::text))))))::integer AS count
    FROM (times t
      LEFT JOIN cancelled c ON ((c.id = t.id)))
   WHERE ((t.state = ANY (ARRAY['done'::text, 'no_show'::text])) OR (t.late_minutes IS NOT NULL) OR (c.id IS NOT NULL))
   GROUP BY t.practitioner_id, t.month;
END
;

CREATE OR REPLACE FUNCTION public.who_carries_out(asked uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT s.user_id
    FROM (((service_practitioners s
      JOIN clinic_services v ON ((v.id = s.service_id)))
      JOIN practitioners d ON ((d.user_id = s.user_id)))
      JOIN users u ON ((u.id = s.user_id)))
   WHERE ((s.service_id = who_carries_out.asked) AND (d.verified_at IS NOT NULL) AND ((d.profession = 'doctor'::text) OR (NOT v.is_video)) AND (u.role = 'practitioner'::text) AND (u.suspended_at IS NULL));
END
;

CREATE OR REPLACE FUNCTION public.who_carries_out_by_name(asked uuid)
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT u.id,
     u.name
    FROM users u
   WHERE (u.id IN ( SELECT who_carries_out(who_carries_out_by_name.asked) AS who_carries_out));
END
;

CREATE OR REPLACE FUNCTION public.works_at(asked uuid, roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM clinic_members m WHERE ((m.clinic_id = works_at.asked) AND ((m.user_id)::text = request_user_id()) AND (m.role = ANY (works_at.roles)))))
;

CREATE OR REPLACE FUNCTION public.works_at_site(asked uuid, roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
RETURN (EXISTS (SELECT FROM (clinic_sites s JOIN clinic_members m ON ((m.clinic_id = s.clinic_id))) WHERE ((s.id = works_at_site.asked) AND ((m.user_id)::text = request_user_id()) AND (m.role = ANY (works_at_site.roles)))))
;
