import { CircleSlash, RotateCcw, Undo2 } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Membership, Subscription } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { toast } from '#web/ui/toast.ts';
import { isRenewed, useAfterChange } from './use-membership.ts';

interface Props {
  subscription: Subscription;
  refund: Membership['refund'];
  onCancel: () => void;
  onRefund: () => void;
}

/**
 * The section in which a person ends the plan. Ending it takes as few steps as starting it. A cancelled plan can be
 * resumed. If it would be renewed once more before it ends, it can also be cancelled before that renewal.
 */
export function LeaveSection({ subscription, refund, onCancel, onRefund }: Props) {
  const { t } = useTranslation('billing');
  const { date, money } = useFormat();
  const zoned = useZoned();
  const { cancel_at, period_end } = subscription;
  return (
    <SettingsSection title={t('membership.leave')} text={t('membership.leaveText')}>
      {cancel_at && <ResumeRow day={date(cancel_at)} />}
      {isRenewed(subscription) && (
        <SettingsRow
          icon={CircleSlash}
          name={t('membership.cancel')}
          text={t('membership.cancelText', { day: date(period_end) })}
          action={
            <Button size="s" onClick={onCancel}>
              {t('membership.cancelAction')}
            </Button>
          }
        />
      )}
      {refund && (
        <SettingsRow
          icon={Undo2}
          name={t('membership.refund')}
          text={t(refund.amount_cents > 0 ? 'membership.refundText' : 'membership.withdrawText', {
            // The right to withdraw ends with a day in Paris.
            day: zoned.date(refund.until, 'Europe/Paris'),
            amount: money(refund.amount_cents),
          })}
          action={
            <Button size="s" onClick={onRefund}>
              {t('membership.refundAction')}
            </Button>
          }
        />
      )}
    </SettingsSection>
  );
}

function ResumeRow({ day }: { day: string }) {
  const { t } = useTranslation('billing');
  const { onSuccess, onError } = useAfterChange();
  const resume = useMutation(
    api.billing.resumeSubscription.mutationOptions({
      onSuccess(membership) {
        onSuccess(membership);
        toast({ kind: 'success', title: t('membership.resumed') });
      },
      onError,
    }),
  );
  return (
    <SettingsRow
      icon={RotateCcw}
      name={t('membership.resume')}
      text={t('membership.resumeText', { day })}
      action={
        <Button size="s" variant="primary" busy={resume.isPending} onClick={() => resume.mutate({})}>
          {t('membership.resumeAction')}
        </Button>
      }
    />
  );
}
