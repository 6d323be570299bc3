-- What administrators publish on the public site: blocks of content by region and language.

create table site_versions (
  id             uuid        primary key default gen_random_uuid(),
  number         bigint      generated always as identity,                    -- order in which the versions were made
  region         text        not null check (region in
                             ('global', 'FR', 'BE', 'CH', 'LU', 'CA', 'GB', 'DE', 'ES', 'IT', 'AE', 'US')),
  language       text        not null check (language in ('en', 'fr')),
  block          text        not null check (block in
                             ('statistics', 'claims', 'testimonials', 'contact', 'social', 'plans', 'rights', 'seller')),
  content        jsonb       not null,                                        -- contract/src/site.ts says the shape of each block
  is_shown       boolean     not null,
  reason         text        not null default '',
  is_confirmed   boolean     not null,                                        -- false: shown as a sample
  is_published   boolean     not null,
  restored_from  uuid        references site_versions (id),
  made_by        uuid        references users (id) on delete set null,
  made_at        timestamptz not null,
  check (is_shown or reason <> '')                                            -- a hidden block needs a reason
);
create index site_versions_published on site_versions (region, language, block, number desc) where is_published;
-- At most one draft per block. The published versions are the history and are never changed.
create unique index site_versions_draft on site_versions (region, language, block) where not is_published;

create function site_versions_keep() returns trigger
  language plpgsql as $$
begin
  if old.is_published and (tg_op = 'DELETE' or (new.content, new.is_shown, new.reason, new.is_confirmed, new.is_published)
      is distinct from (old.content, old.is_shown, old.reason, old.is_confirmed, old.is_published)) then
    raise exception 'what was published stays in the history' using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger keep before update or delete on site_versions for each row execute function site_versions_keep();

-- Every process keeps the published blocks in memory. After a change, this notification makes each process read the
-- blocks again.
create function site_notify() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('site', '');
  return null;
end $$;
create trigger notify after insert or update or delete on site_versions for each statement execute function site_notify();

-- The lines of the checklist that administrators must tick off before the public pages are published. The row
-- 'published' records the publication itself. audit_log records every change.
create table launch_lines (
  line        text        primary key check (line in ('publication_director', 'data_protection', 'health_data_host', 'insurance', 'region_rules',
                            'mail_delivered', 'payment_tested', 'backup_restored', 'published')),
  note        text        not null,                                            -- the decision or the observation
  settled_by  uuid        references users (id) on delete set null,
  settled_at  timestamptz not null
);
create trigger notify after insert or update or delete on launch_lines for each statement execute function site_notify();
