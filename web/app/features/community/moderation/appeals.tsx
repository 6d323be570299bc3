import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { paged } from '../feed/paged.ts';
import { DecisionView, type ShownDecision } from './decision-view.tsx';
import styles from './moderation.module.css';

/** Somebody asks for another look at a decision. */
export function Appeals({ channelId }: { channelId: string | undefined }) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const query = useInfiniteQuery(
    api.community.listAppeals.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channelId, cursor }),
      ...paged,
    }),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (query.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <SkeletonRows rows={3} />
      </div>
    );
  if (!query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  if (rows.length === 0) return <EmptyState title={t('moderation:appeals.empty')} />;
  return (
    <ol className={styles.sheet}>
      {rows.map((decision) => (
        <li key={decision.id} className={styles.case}>
          <DecisionView decision={decision} />
          <Answer decision={decision} />
        </li>
      ))}
    </ol>
  );
}

function Answer({ decision }: { decision: ShownDecision }) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const [statement, setStatement] = useState('');
  const [isTried, setTried] = useState(false);
  const isStated = statement.trim().length >= CommunityLimits.statement_min;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (outcome: 'upheld' | 'reversed') =>
      call.community.answerAppeal({ decision_id: decision.id, outcome, statement: statement.trim() }),
    onSuccess: () => {
      toast({ kind: 'success', title: t('moderation:appeals.answered') });
      return queryClient.invalidateQueries({ queryKey: api.community.key() });
    },
  });
  const answer = (outcome: 'upheld' | 'reversed') => {
    setTried(true);
    if (isStated) mutate(outcome);
  };
  return (
    <div className={styles.answer}>
      <TextArea
        label={t('moderation:appeals.statement')}
        rows={3}
        maxLength={CommunityLimits.statement_max}
        value={statement}
        error={
          error
            ? errorText(error)
            : isTried && !isStated && t('moderation:statement.short', { min: CommunityLimits.statement_min })
        }
        onChange={(event) => setStatement(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button size="xs" variant="ink" busy={isPending} onClick={() => answer('upheld')}>
          {t('moderation:appeals.uphold')}
        </Button>
        <Button size="xs" busy={isPending} onClick={() => answer('reversed')}>
          {t('moderation:appeals.reverse')}
        </Button>
      </div>
    </div>
  );
}
