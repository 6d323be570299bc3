-- expands, no-transaction
create index concurrently appointments_due on appointments (created_at desc, id desc)
  where status in ('pending', 'in_progress') and answer_due_at is not null;
