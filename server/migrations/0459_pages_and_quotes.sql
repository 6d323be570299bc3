-- expands
-- A patient who chooses another time must accept the quote again. An open payment page closes only after that.
-- accepted_quote stores the quote that was accepted when the page was opened, so that a payment is valid for that quote
-- only.
alter table appointment_pages
  add column accepted_quote text check (accepted_quote ~ '^[0-9a-f]{64}$'); -- null: opened by an earlier release
