-- Register of personal data breaches (GDPR, article 33(5)). Nothing is deleted, closed records do not change, and audit_log records every change.
create table incidents (
  id          uuid        primary key default gen_random_uuid(),
  title       text        not null,
  summary     text        not null,
  noticed_at  timestamptz not null,                                            -- starts the 72 hours of article 33(1)
  risk        text        not null default 'unknown' check (risk in ('unknown', 'none', 'some', 'high')),
  people      int         check (people >= 0),
  opened_by   uuid        references users (id) on delete set null,
  opened_at   timestamptz not null,
  closed_by   uuid        references users (id) on delete set null,
  closed_at   timestamptz
);
create table incident_steps (
  incident_id uuid        not null references incidents (id),
  step        text        not null check (step in ('leak_stopped', 'traces_secured', 'extent_known', 'notice_drafted', 'authority_told', 'people_told',
                            'cause_fixed', 'reviewed')),
  state       text        not null check (state in ('done', 'not_needed')),
  note        text        not null check (note <> ''),
  settled_by  uuid        references users (id) on delete set null,
  settled_at  timestamptz not null,
  primary key (incident_id, step)
);
create index incidents_opened_by on incidents (opened_by);
create index incidents_closed_by on incidents (closed_by);
create index incident_steps_settled_by on incident_steps (settled_by);
revoke delete on incidents from flaira_app;
