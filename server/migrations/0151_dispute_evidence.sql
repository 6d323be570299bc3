-- expands
-- The notifications that a person received about appointments and payments are evidence in a dispute. Staff cannot read other kinds of notifications.
create policy staff_reads_money on notifications for select to app_staff
  using (kind like 'appointment\_%' or kind in ('payment_failed', 'payment_refunded', 'subscription_started', 'plan_changed',
    'subscription_cancelled', 'subscription_ended', 'withdrawal_confirmed', 'plan_renews_soon'));
