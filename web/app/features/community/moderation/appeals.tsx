import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { paged } from '../feed/paged.ts';
import { AnswerForm } from './answer-form.tsx';
import { DecisionView } from './decision-view.tsx';
import styles from './moderation.module.css';

/**
 * Lists appeals and review requests. An appeal comes from the person whom a decision concerns, and a review request
 * from a person who reported the text.
 */
export function Appeals({ channelId }: { channelId: string | undefined }) {
  const { t } = useTranslation(['community', 'moderation']);
  const input = (cursor: string | undefined) => ({ channel_id: channelId, cursor });
  const appeals = useInfiniteQuery(api.community.listAppeals.infiniteOptions({ input, ...paged }));
  const reviews = useInfiniteQuery(api.community.listReportReviews.infiniteOptions({ input, ...paged }));
  if (appeals.isPending || reviews.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <SkeletonRows rows={3} />
      </div>
    );
  for (const query of [appeals, reviews])
    if (!query.data)
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const byAuthors = appeals.data?.pages.flatMap((page) => page.rows) ?? [];
  const byReporters = reviews.data?.pages.flatMap((page) => page.rows) ?? [];
  if (byAuthors.length + byReporters.length === 0) return <EmptyState title={t('moderation:appeals.empty')} />;
  return (
    <ol className={styles.sheet}>
      {byAuthors.map((decision) => (
        <li key={decision.id} className={styles.case}>
          <DecisionView decision={decision} />
          <AnswerForm
            label={t('moderation:appeals.statement')}
            reverse={t('moderation:appeals.reverse')}
            onAnswer={(outcome, statement) =>
              call.community.answerAppeal({ decision_id: decision.id, outcome, statement })
            }
          />
        </li>
      ))}
      {byReporters.map(({ id, decision, reason, words }) => (
        <li key={id} className={styles.case}>
          <DecisionView decision={decision} />
          <Stack as="dl" gap={8} className={styles.facts}>
            <div>
              <dt>{t('moderation:appeals.reporter')}</dt>
              <dd>
                {t(`reason.${reason}`)}
                <br />
                <bdi>{words}</bdi>
              </dd>
            </div>
          </Stack>
          <AnswerForm
            label={t('moderation:appeals.statement.reporter')}
            reverse={t('moderation:appeals.reopen')}
            onAnswer={(outcome, statement) => call.community.answerReportReview({ review_id: id, outcome, statement })}
          />
        </li>
      ))}
    </ol>
  );
}
