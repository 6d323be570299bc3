-- expands
-- A renewal that the bank wants the payer to confirm: the provider's page for it. Cleared once the subscription is no longer past due.
alter table subscriptions add column confirm_url text;

-- The notice about it belongs to the evidence in a dispute, like the other notices about payments (0151).
drop policy staff_reads_money on notifications;
create policy staff_reads_money on notifications for select to app_staff
  using (kind like 'appointment\_%' or kind in ('payment_failed', 'payment_confirm', 'payment_refunded', 'subscription_started', 'plan_changed',
    'subscription_cancelled', 'subscription_ended', 'withdrawal_confirmed', 'plan_renews_soon'));
