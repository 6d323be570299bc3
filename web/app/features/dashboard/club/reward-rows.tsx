import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Reward } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.ts';
import { changeSummary, refreshSummary } from '../use-summary.ts';
import styles from './club.module.css';

/**
 * Lists the rewards. A reward is locked until there are enough achievements. Then the person can claim it, and later
 * the team marks it as given.
 */
export function RewardRows({ rewards }: { rewards: readonly Reward[] }) {
  const { t } = useTranslation(['dashboard-cards', 'progress']);
  return (
    <ul className={styles.rewards} aria-label={t('rewards.title')}>
      {rewards.map((reward) => (
        <li key={reward.id}>
          <span>
            {t(`progress:reward.${reward.id}`)}
            {reward.locked && <small>{t('rewards.needs', { count: reward.needs })}</small>}
          </span>
          <State reward={reward} />
        </li>
      ))}
    </ul>
  );
}

function State({ reward }: { reward: Reward }) {
  const { t } = useTranslation('dashboard-cards');
  if (reward.locked) return <StatusBadge tone="plain">{t('rewards.pending')}</StatusBadge>;
  if (reward.fulfilled_at)
    return (
      <StatusBadge tone="calm" icon={CircleCheck}>
        {t('rewards.given')}
      </StatusBadge>
    );
  if (reward.claimed_at)
    return (
      <StatusBadge tone="progress" icon={Hourglass}>
        {t('rewards.asked')}
      </StatusBadge>
    );
  return <ClaimButton reward={reward} />;
}

function ClaimButton({ reward: { id } }: { reward: Reward }) {
  const { t } = useTranslation(['dashboard-cards', 'progress']);
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.progress.claimReward.mutationOptions({
      onSuccess: (claimed) => {
        changeSummary((summary) => ({
          ...summary,
          achievements: {
            ...summary.achievements,
            rewards: summary.achievements.rewards.map((one) => (one.id === claimed.id ? claimed : one)),
          },
        }));
        toast({ kind: 'success', title: t('rewards.claimed'), text: t('rewards.claimed_text') });
      },
      onError: (error) => {
        toast({ kind: 'error', title: errorText(error) });
        void refreshSummary();
      },
    }),
  );
  return (
    <Button
      size="s"
      variant="ink"
      busy={isPending}
      aria-label={t('rewards.claim_this', { reward: t(`progress:reward.${id}`) })}
      onClick={() => mutate({ reward_id: id })}
    >
      {t('rewards.claim')}
    </Button>
  );
}
