-- expands
-- A moderator's queue of reports from all their communities. The most dangerous reports come first, then those with the
-- most reporters, then the oldest.
alter table reports
  add column severity     integer     not null default 0,   -- the weight of the gravest reason that was given (severity.ts)
  add column is_raised    boolean     not null default false, -- enough people reported a text that is not held by itself
  add column voices_count integer     not null default 0,
  add column reasons      text[]      not null default '{}',  -- each one that was given, once
  add column held_at      timestamptz,                        -- when so many people had reported it that the text was hidden
  add column decided_in   uuid        references decisions (id) on delete set null;
create index on reports (decided_in);

update reports r set voices_count = v.count, severity = v.severity, reasons = v.reasons
  from (select report_id, count(*) as count, array_agg(distinct reason) as reasons, max(case reason
          when 'medical_danger' then 90 when 'sexual_content' then 80 when 'illegal' then 80 when 'photo_without_consent' then 70
          when 'personal_data' then 70 when 'harassment' then 70 when 'impersonation' then 50 when 'prescription_promotion' then 50
          when 'community_rules' then 30 when 'other' then 20 else 10 end) as severity
        from report_voices group by report_id) v
  where v.report_id = r.id;

-- The numbers are negative, so that all keys of the queue sort in ascending order.
alter table reports add column queue_rank integer not null
  generated always as (-((severity + case when is_raised then 100 else 0 end) * 10000 + least(voices_count, 9999))) stored;
create index reports_urgent on reports (channel_id, queue_rank, first_at, id) where status = 'open';
create index reports_urgent_all on reports (queue_rank, first_at, id) where status = 'open';

-- A moderator can undo a decision for some seconds. The service notifies nobody before these seconds are over.
alter table decisions
  add column before    jsonb       not null default '{}',  -- what it changed, as it was
  add column told_at   timestamptz,                        -- when the person concerned was told
  add column undone_at timestamptz;
create index decisions_subject on decisions (subject_kind, subject_id, id desc);
