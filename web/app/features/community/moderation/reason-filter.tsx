import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ReportReasons, type ReportReason } from '#contract/community/terms.ts';
import { changed } from '#web/lib/use-query-params.ts';
import styles from './moderation.module.css';

/** Returns the reason by which the queue is filtered, from the address. */
export function useAskedReason(): ReportReason | undefined {
  const [params] = useSearchParams();
  return ReportReasons.find((reason) => reason === params.get('reason'));
}

interface Props {
  openCount: number;
  counts: readonly { reason: ReportReason; count: number }[];
}

/** Lists the reasons of the open cases, each with its number of cases. The chosen reason is in the address. */
export function ReasonFilter({ openCount, counts }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const [params] = useSearchParams();
  const asked = useAskedReason();
  const isListed = asked === undefined || counts.some(({ reason }) => reason === asked);
  const shown = isListed ? counts : [...counts, { reason: asked, count: 0 }];
  const entries = [
    { reason: undefined, label: t('moderation:allReasons'), count: openCount },
    ...shown.map(({ reason, count }) => ({ reason, label: t(`reason.${reason}`), count })),
  ];
  return (
    <nav aria-label={t('moderation:byReason')} className={styles.chips}>
      {entries.map(({ reason, label, count }) => (
        <Link
          key={reason ?? 'all'}
          to={`?${changed(params.toString(), { reason: reason ?? null })}`}
          replace
          preventScrollReset
          aria-current={reason === asked ? 'true' : undefined}
        >
          {label} <span className={styles.count}>{count}</span>
        </Link>
      ))}
    </nav>
  );
}
