import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import styles from './care.module.css';

const ExpectationDialog = onDemand(async () => (await import('./expectation-dialog.tsx')).ExpectationDialog);
const HistoryDialog = onDemand(async () => (await import('./history-dialog.tsx')).HistoryDialog);

/**
 * Links to the medical history and to the expectation screen (four screening questions). The doctor should know both
 * sets of answers before proposing a treatment.
 */
export function BeforeCard() {
  const { t } = useTranslation('care');
  const { date } = useFormat();
  const locale = useLocale();
  const history = useQuery(api.care.getMyMedicalHistory.queryOptions());
  const expectations = useQuery(api.care.getMyExpectations.queryOptions());
  const [open, setOpen] = useState<'history' | 'expectations' | null>(null);
  const failed = [history, expectations].find((query) => query.isError && query.data === undefined);
  const retry = () => void Promise.all([history.refetch(), expectations.refetch()]);
  const outcome = expectations.data?.outcome;
  return (
    <Card title={t('before.title')} aria-busy={history.isPending || expectations.isPending}>
      {failed ? (
        <ErrorState error={failed.error} onRetry={retry} busy={failed.isFetching} />
      ) : history.isPending || expectations.isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <ul className={styles.rows}>
          <li>
            <span>
              <b>{t('history.title')}</b>
              <small>
                {history.data ? t('history.saved', { date: date(history.data.saved_at) }) : t('history.none')}
              </small>
            </span>
            {history.data ? (
              <Button size="s" onClick={() => setOpen('history')}>
                {t('change')}
              </Button>
            ) : (
              <LinkButton size="s" to={inLanguage('/dashboard/health', locale)}>
                {t('answer')}
              </LinkButton>
            )}
          </li>
          <li>
            <span>
              <b>{t('expectations.title')}</b>
              <small>{outcome ? t(`expectations.${outcome}`) : t('expectations.none')}</small>
            </span>
            <Button size="s" onClick={() => setOpen('expectations')}>
              {t(outcome ? 'change' : 'answer')}
            </Button>
          </li>
        </ul>
      )}
      {open === 'history' && <HistoryDialog saved={history.data ?? null} onClose={() => setOpen(null)} />}
      {open === 'expectations' && <ExpectationDialog onClose={() => setOpen(null)} />}
    </Card>
  );
}
