import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.ts';
import { LoadError } from '../load-error.tsx';
import { refreshSummary, timeZone } from '../use-summary.ts';
import styles from './month.module.css';

const listOptions = api.progress.listChallenges.queryOptions();

/** Lists the challenges to choose from. A challenge is completed automatically when its events have happened. */
export default function ChallengesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['dashboard-cards', 'progress']);
  const { data, error, isError, isFetching, refetch } = useQuery(listOptions);
  return (
    <Dialog isOpen onClose={onClose} size="m" title={t('challenges.title')} lead={t('challenges.lead')}>
      {data ? (
        <ul className={styles.challenges}>
          {data.map((challenge) => (
            <Row key={challenge.id} challenge={challenge} />
          ))}
        </ul>
      ) : isError ? (
        <LoadError error={error} text={t('challenges.failed')} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  );
}

function Row({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation(['dashboard-cards', 'progress']);
  const { date } = useFormat();
  const { id, state, progress, target, ends_at, times_completed } = challenge;
  const title = t(`progress:challenge.${id}.title`);
  return (
    <li>
      <div className={styles.challengeHead}>
        <h3>{title}</h3>
        {state === 'completed' && <StatusBadge tone="confirmed">{t('challenges.completed')}</StatusBadge>}
        {state === 'running' && <StatusBadge tone="progress">{t('challenges.running')}</StatusBadge>}
      </div>
      <p className="small muted">
        {t(`progress:challenge.${id}.text`)}{' '}
        {state === 'running' && ends_at && t('challenges.until', { date: date(ends_at) })}{' '}
        {times_completed > 1 && t('challenges.times', { count: times_completed })}
      </p>
      {state === 'running' && (
        <div className={styles.challengeBar}>
          <ProgressBar label={title} value={progress} max={target} />
          <span className="small num">{t('challenges.progress', { progress, target })}</span>
        </div>
      )}
      <JoinButton challenge={challenge} title={title} />
    </li>
  );
}

function JoinButton({ challenge: { id, state }, title }: { challenge: Challenge; title: string }) {
  const { t } = useTranslation('dashboard-cards');
  const errorText = useErrorText();
  const settled = {
    onSuccess: (changed: Challenge) => {
      queryClient.setQueryData<Challenge[]>(listOptions.queryKey, (list) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      );
      void refreshSummary();
    },
    onError: (error: unknown) => {
      toast({ kind: 'error', title: errorText(error) });
      void refreshSummary();
    },
  };
  const join = useMutation(api.progress.joinChallenge.mutationOptions(settled));
  const leave = useMutation(api.progress.leaveChallenge.mutationOptions(settled));
  if (state === 'running')
    return (
      <Button
        size="s"
        variant="quiet"
        className={styles.leave}
        busy={leave.isPending}
        aria-label={t('challenges.leave_this', { title })}
        onClick={() => leave.mutate({ challenge_id: id })}
      >
        {t('challenges.leave')}
      </Button>
    );
  return (
    <Button
      size="s"
      busy={join.isPending}
      aria-label={t(state === 'open' ? 'challenges.join_this' : 'challenges.again_this', { title })}
      onClick={() => join.mutate({ challenge_id: id, time_zone: timeZone })}
    >
      {t(state === 'open' ? 'challenges.join' : 'challenges.again')}
    </Button>
  );
}
