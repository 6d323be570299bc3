-- expands
-- Another choice of time needs another acceptance, and a page closes only after that. What was accepted when a page was opened says what it is paid for.
alter table appointment_pages
  add column accepted_quote text check (accepted_quote ~ '^[0-9a-f]{64}$'); -- null: opened by an earlier release
