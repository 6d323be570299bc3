-- expands
-- The address of the provider's page where a payer confirms a renewal, if the bank requires a confirmation. Set to null
-- once the subscription is no longer past due.
alter table subscriptions add column confirm_url text;

-- The notification that a payment must be confirmed (payment_confirm) is evidence in a dispute, like the other notifications about payments (0151).
drop policy staff_reads_money on notifications;
create policy staff_reads_money on notifications for select to app_staff
  using (kind like 'appointment\_%' or kind in ('payment_failed', 'payment_confirm', 'payment_refunded', 'subscription_started', 'plan_changed',
    'subscription_cancelled', 'subscription_ended', 'withdrawal_confirmed', 'plan_renews_soon'));
