-- expands
-- What a person was told of appointments and payments belongs to the evidence in a dispute. No other kind of notification is read by anybody else.
create policy staff_reads_money on notifications for select to app_staff
  using (kind like 'appointment\_%' or kind in ('payment_failed', 'payment_refunded', 'subscription_started', 'plan_changed',
    'subscription_cancelled', 'subscription_ended', 'withdrawal_confirmed', 'plan_renews_soon'));
