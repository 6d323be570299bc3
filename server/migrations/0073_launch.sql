-- expands
-- What administrators settle before the public pages are published, and that they were: the row 'published'. audit_log keeps every change.
create table launch_lines (
  line        text        primary key check (line in ('publication_director', 'data_protection', 'health_data_host', 'insurance', 'region_rules',
                            'mail_delivered', 'payment_tested', 'backup_restored', 'published')),
  note        text        not null,                                            -- what was decided or seen
  settled_by  uuid        references users (id) on delete set null,
  settled_at  timestamptz not null
);
create trigger notify after insert or update or delete on launch_lines for each statement execute function site_notify();

-- A site that works already stays open.
insert into launch_lines (line, note, settled_at) select 'published', '', now() where exists (select from cases where published_at is not null);
