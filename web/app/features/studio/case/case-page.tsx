import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { refusalOf } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LockedCase } from '../access/locked-case.tsx';
import { keepsOut, NotYet } from '../queue/queue-refused.tsx';
import styles from './case.module.css';
import { CaseSkeleton } from './case-skeleton.tsx';
import { Workspace } from './workspace.tsx';

interface Props {
  /** Sets the document's title. */
  titled: (title: string) => ReactNode;
  /**
   * The notification bell for all cases. A doctor who is working on one case must also see urgent reports about others.
   */
  bell: ReactNode;
  /** Renders the case's video visit, if this doctor is in charge of the case. */
  visits: (caseId: string) => ReactNode;
}

/**
 * Shows one case: its workspace, the page for opening another doctor's case, or the reason why the case cannot be
 * shown.
 */
export function CasePage({ titled, bell, visits }: Props) {
  const { t } = useTranslation(['studio', 'treatment-plan', 'record', 'ui', 'course', 'video', 'video-doctor']);
  const { caseId = '' } = useParams();
  const locale = useLocale();
  const query = useQuery({
    ...api.simulation.getStudioCase.queryOptions({ input: { case_id: caseId } }),
    // Each load is recorded in the patient's log, so returning to the window must not load the case again.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The case is not cached, so each opening of the case loads it again. The service can then record the load in the
    // patient's log, and the draft is up to date.
    gcTime: 0,
  });
  const code = refusalOf(query.error)?.code;
  // A later load fails with NOT_FOUND if the one-hour emergency access (with a stated reason) has ended, or if another
  // doctor has taken the case. The page then no longer shows the case, although its data is still in memory.
  if (query.data && code !== 'NOT_FOUND') {
    return (
      <>
        {titled(t('case.title', { number: query.data.number }))}
        <Workspace key={query.data.id} studioCase={query.data} bell={bell} visits={visits} />
      </>
    );
  }
  if (query.isPending)
    return (
      <>
        {titled(t('room'))}
        <CaseSkeleton />
      </>
    );
  const missing = (
    <main id="content" className={styles.message}>
      {titled(t('case.not_found'))}
      <EmptyState
        title={t('case.not_found')}
        text={t('case.not_found_text')}
        action={
          <LinkButton to={inLanguage('/studio', locale)} size="s">
            {t('case.back')}
          </LinkButton>
        }
      />
    </main>
  );
  if (code === 'NOT_FOUND') return <LockedCase {...{ caseId, titled, bell, missing }} />;
  if (code === 'INVALID_INPUT') return missing;
  return (
    <main id="content" className={styles.message}>
      {titled(t('room'))}
      {keepsOut(code) ? (
        <NotYet refusal={code} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
    </main>
  );
}
