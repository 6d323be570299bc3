import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MyReport } from '#contract/community/moderation.ts';
import { api, call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { paged } from '../feed/paged.ts';
import { Emergency } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import card from '../feed/post-card.module.css';
import { AskAgain } from './ask-again.tsx';
import { Fact } from './fact.tsx';
import styles from './moderation.module.css';

/** The caller's reports with their outcomes, and a button to request a second check of the decision on a report. */
export function ReportsPage() {
  const { t } = useTranslation(['community', 'community-reports', 'moderation']);
  return (
    <Page
      title={t('community-reports:title')}
      lead={t('community-reports:lead')}
      action={
        <LocalisedLink to="/community/decisions" className="link small">
          {t('decisions.title')}
        </LocalisedLink>
      }
      aside={<Emergency />}
    >
      <Reports />
    </Page>
  );
}

function Reports() {
  const { t } = useTranslation(['community', 'community-reports', 'moderation']);
  const query = useInfiniteQuery(
    api.community.listMyReports.infiniteOptions({ input: (cursor: string | undefined) => ({ cursor }), ...paged }),
  );
  if (query.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <SkeletonRows rows={4} />
      </div>
    );
  if (!query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const rows = query.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return <EmptyState title={t('community-reports:empty')} text={t('community-reports:empty.text')} />;
  return (
    <>
      <ol className={styles.sheet}>
        {rows.map((report) => (
          <li key={report.id} className={styles.case}>
            <Report report={report} />
            {report.ask_until && (
              <AskAgain
                start={t('community-reports:ask')}
                label={t('community-reports:ask.words')}
                onSend={(words) => call.community.askReportReview({ report_id: report.id, words })}
                onSent={() => queryClient.invalidateQueries({ queryKey: api.community.listMyReports.key() })}
              />
            )}
          </li>
        ))}
      </ol>
      <LoadMore query={query}>{t('more')}</LoadMore>
    </>
  );
}

function Report({ report }: { report: MyReport }) {
  const { t } = useTranslation(['community', 'community-reports', 'moderation']);
  const format = useFormat();
  const { outcome, review, channel } = report;
  const title = report.title || t(`moderation:kind.${report.kind}`);
  return (
    <article>
      <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
        <span className={outcome ? styles.settled : styles.waiting}>
          {t(
            outcome || report.state === 'decided' ? 'community-reports:state.decided' : 'community-reports:state.open',
          )}
        </span>
        <span>{t(`moderation:kind.${report.kind}`)}</span>
        {channel && <span>fl@{channel.slug}</span>}
        <time dateTime={report.at}>{format.dateTime(report.at)}</time>
      </Row>
      <h2 className={styles.caseTitle}>
        {report.path ? (
          <LocalisedLink to={report.path}>
            <bdi>{title}</bdi>
          </LocalisedLink>
        ) : (
          <bdi>{title}</bdi>
        )}
      </h2>
      <Stack as="dl" gap={8} className={styles.facts}>
        <Fact name={t('community-reports:reason')}>{t(`reason.${report.reason}`)}</Fact>
        {report.note && (
          <Fact name={t('community-reports:note')}>
            <bdi>{report.note}</bdi>
          </Fact>
        )}
        {outcome && (
          <Fact name={t('community-reports:outcome')}>
            {t(`community-reports:outcome.${outcome}`)}{' '}
            {report.decided_at && <>({format.dateTime(report.decided_at)})</>}
          </Fact>
        )}
        {report.rule && <Fact name={t('community-reports:rule')}>{t(`reason.${report.rule}`)}</Fact>}
        {report.ask_until && (
          <Fact name={t('community-reports:until')}>
            {t('community-reports:until.text', { date: format.date(report.ask_until) })}
          </Fact>
        )}
        {review && (
          <Fact name={t('community-reports:review')}>
            <bdi>{review.words}</bdi>
            <br />
            <strong>{t(`community-reports:review.${review.outcome}`)}</strong> <bdi>{review.statement}</bdi>
          </Fact>
        )}
      </Stack>
    </article>
  );
}
