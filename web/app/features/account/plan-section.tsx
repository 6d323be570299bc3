import { CreditCard, ShieldCheck, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Membership, Subscription } from '#contract/billing.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { isPartlyRenewed, isRenewed, useCardPage } from './use-membership.ts';

interface Props {
  membership: Membership;
  onPlans: () => void;
}

/** During a payment hold, the section offers no way to pay what is owed. `PaymentSection` shows the reason. */
export function PlanSection({ membership: { plan, subscription, talk_first }, onPlans }: Props) {
  const { t } = useTranslation('billing');
  const isLiving = subscription !== null && subscription.status !== 'ended';
  const name = (
    <>
      {t(`plan.${plan}`)}
      {isLiving && <State subscription={subscription} />}
    </>
  );
  const isOwed = subscription?.status === 'past_due';
  const action = (
    <Button size="s" variant={isLiving ? 'line' : 'primary'} onClick={onPlans}>
      {t(isLiving ? 'membership.change' : 'membership.choose')}
    </Button>
  );
  return (
    <SettingsSection title={t('membership.plan')} text={t('membership.planText')}>
      <SettingsRow
        icon={Sparkles}
        name={name}
        text={<Terms plan={plan} subscription={subscription} />}
        action={isOwed ? undefined : action}
      />
      {isOwed && !talk_first && <OwedRow subscription={subscription} />}
    </SettingsSection>
  );
}

function State({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing');
  if (subscription.status === 'past_due') return <StatusBadge tone="awaiting">{t('membership.pastDue')}</StatusBadge>;
  if (subscription.cancel_at) return <StatusBadge tone="cancelled">{t('membership.cancelled')}</StatusBadge>;
  return <StatusBadge tone="confirmed">{t('membership.active')}</StatusBadge>;
}

function Terms({ plan, subscription }: Pick<Membership, 'plan' | 'subscription'>) {
  const { t } = useTranslation('billing');
  const { date, money } = useFormat();
  if (!subscription) return t(plan === 'free' ? 'membership.freeText' : 'membership.given');
  const { status, cycle, period_end, cancel_at, ended_at, amount_cents } = subscription;
  if (status === 'ended')
    return t('membership.ended', { plan: t(`plan.${subscription.plan}`), day: date(ended_at ?? period_end) });
  if (cancel_at && !isRenewed(subscription)) return t('membership.ends', { day: date(cancel_at) });
  const price = {
    amount: money(amount_cents),
    every: t(cycle === 'annual' ? 'membership.year' : 'membership.month'),
  };
  // If the last renewal was not paid, the text names no date for the next renewal. `OwedRow`, below, explains what the
  // person must do.
  if (status === 'past_due') return t('change.thenText', price);
  // The payment provider charges less for a period that ends early, so the text names no amount.
  return cancel_at && isPartlyRenewed(subscription)
    ? t('membership.until', { day: date(period_end), end: date(cancel_at) })
    : t('membership.renews', { ...price, day: date(period_end) });
}

/**
 * A row that is shown if a renewal was not paid. If the bank needs a confirmation, the row's button opens the page for
 * confirming the payment. Otherwise the button opens the page for replacing the card.
 */
function OwedRow({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing');
  const { date } = useFormat();
  const card = useCardPage();
  const { next_attempt_at: next, confirm_url } = subscription;
  if (confirm_url)
    return (
      <SettingsRow
        icon={ShieldCheck}
        name={t('membership.toConfirm')}
        action={
          <LinkButton size="s" variant="primary" to={confirm_url}>
            {t('membership.confirm')}
          </LinkButton>
        }
      />
    );
  return (
    <SettingsRow
      icon={CreditCard}
      name={next ? t('membership.owed', { day: date(next) }) : t('membership.owedNow')}
      action={
        <Button size="s" variant="primary" busy={card.isPending} onClick={() => card.mutate()}>
          {t('membership.replace')}
        </Button>
      }
    />
  );
}
