-- expands
-- The inbox as a queue of next actions. Entries have deadlines, 'offer_expiring' is a new kind, and an entry closes when its cause ends.
-- Entries of an earlier release have no deadline until their appointment changes.

alter table appointment_inbox drop constraint appointment_inbox_kind_check;
alter table appointment_inbox add constraint appointment_inbox_kind_check
  check (kind in ('request', 'question', 'reschedule', 'cancel', 'cancelled', 'paid', 'paid_late', 'payment_mismatch', 'payment_disputed',
                  'refund_failed', 'refund_undecided', 'offer_expiring', 'offer_expired', 'balance_differs'));

set local role app_system;
update appointment_inbox i set due_at = a.answer_due_at
from appointments a where a.id = i.appointment_id and i.kind = 'request' and i.handled_at is null;
update appointment_inbox set due_at = created_at + interval '48 hours'
where kind in ('question', 'reschedule', 'cancel') and handled_at is null;
reset role;

-- Returns whether an appointment in this state still needs the action of the entry.
create function inbox_cause_holds(kind text, status text, wish text) returns boolean
  language sql immutable as $$
    select case when kind in ('request', 'offer_expired') then status in ('pending', 'in_progress')
                when kind = 'offer_expiring' then status = 'awaiting_payment'
                when kind in ('reschedule', 'cancel') then kind is not distinct from wish
           end
  $$;

-- This is a trigger, because a patient's change also closes entries, and patients may not write to the team's inbox.
-- Undoing a change reopens exactly the entries that the change had closed.
create function inbox_follow_appointment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointment_inbox set handled_at = new.updated_at
  where appointment_id = new.id and handled_at is null and not inbox_cause_holds(kind, new.status, new.wish);
  if new.status <> old.status and old.status in ('confirmed', 'cancelled', 'done') then
    update appointment_inbox set handled_at = null
    where appointment_id = new.id and handled_by is null and handled_at = old.updated_at and inbox_cause_holds(kind, new.status, new.wish);
  end if;
  update appointment_inbox set due_at = new.answer_due_at
  where appointment_id = new.id and handled_at is null and kind = 'request' and due_at is distinct from new.answer_due_at;
  return null;
end $$;
-- The function runs with the rights of app_system. A role can own a function only if it may create objects in the
-- schema of that function.
grant create on schema public to app_system;
alter function inbox_follow_appointment() owner to app_system;
revoke create on schema public from app_system;
revoke execute on function inbox_follow_appointment() from public;
create trigger inbox_follows after update of status, wish, answer_due_at on appointments for each row execute function inbox_follow_appointment();
