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
  /** Notices of all cases, because urgent signs must reach a doctor at work, too. */
  bell: ReactNode;
  /** The video visit of the case, if this doctor is in charge. */
  visits: (caseId: string) => ReactNode;
}

/** One case: the workspace, the page that opens another doctor's case, or the reason why the case cannot be shown. */
export function CasePage({ titled, bell, visits }: Props) {
  const { t } = useTranslation(['studio', 'treatment-plan', 'record', 'ui', 'course', 'video', 'video-doctor']);
  const { caseId = '' } = useParams();
  const locale = useLocale();
  const query = useQuery({
    ...api.simulation.getStudioCase.queryOptions({ input: { case_id: caseId } }),
    // Each load is written to the patient's log, so merely returning to the window must not cause one.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Opening the case again must be logged as another look, and a cached draft would be out of date.
    gcTime: 0,
  });
  const code = refusalOf(query.error)?.code;
  // The case was open a moment ago. Now the hour is over, or another doctor has taken the case.
  if (query.data && code !== 'NOT_FOUND') {
    return (
      <>
        {titled(t('case.title', { number: query.data.number }))}
        <Workspace key={query.data.id} studioCase={query.data} bell={bell} visits={visits} />
      </>
    );
  }
  if (query.isPending) return <CaseSkeleton />;
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
