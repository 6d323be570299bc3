-- expands
-- Two more kinds of entries. One is about a payment that failed while its offer is open. The other is about a message
-- of the team that a patient has not read for days. Earlier releases have no texts for these kinds and show them badly.
-- They still close such entries automatically.

alter table appointment_inbox drop constraint appointment_inbox_kind_check;
alter table appointment_inbox add constraint appointment_inbox_kind_check
  check (kind in ('request', 'question', 'reschedule', 'cancel', 'cancelled', 'paid', 'paid_late', 'payment_mismatch', 'payment_disputed',
                  'payment_failed', 'refund_failed', 'refund_undecided', 'offer_expiring', 'offer_expired', 'balance_differs', 'message_unread'));

-- The time when a payment of this offer last failed, or stopped because the payer must act.
alter table appointment_offers add column payment_failed_at timestamptz(3);
create index appointment_offers_failed on appointment_offers (payment_failed_at) where state = 'open' and payment_failed_at is not null;
create index appointment_messages_waiting on appointment_messages (at) where from_team and read_at is null;

create or replace function inbox_cause_holds(kind text, status text, wish text) returns boolean
  language sql immutable as $$
    select case when kind in ('request', 'offer_expired') then status in ('pending', 'in_progress')
                when kind in ('offer_expiring', 'payment_failed') then status = 'awaiting_payment'
                when kind = 'message_unread' then status not in ('cancelled', 'done')
                when kind in ('reschedule', 'cancel') then kind is not distinct from wish
           end
  $$;

create function inbox_has_unread(appointment uuid) returns boolean
  language sql stable as $$
    select exists (select from appointment_messages where appointment_id = appointment and from_team and read_at is null)
  $$;

-- Both functions run with the rights of app_system, which owns them. A role can own a function only if it may create
-- objects in the schema of that function.
grant create on schema public to app_system;
set local role app_system;
create or replace function inbox_follow_appointment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- Reading the message closes the entry. This is a trigger, because patients may not write to the team's inbox.
create function inbox_follow_reading() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointment_inbox set handled_at = new.read_at
  where appointment_id = new.appointment_id and kind = 'message_unread' and handled_at is null and not inbox_has_unread(new.appointment_id);
  return null;
end $$;
reset role;
revoke create on schema public from app_system;
create trigger inbox_follows_reading after update of read_at on appointment_messages
  for each row when (old.read_at is null and new.read_at is not null) execute function inbox_follow_reading();
set local role app_system;
revoke execute on function inbox_follow_reading() from public;
reset role;
