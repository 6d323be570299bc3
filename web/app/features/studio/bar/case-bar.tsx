import { ChevronLeft, Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { DueLine } from '../queue/due-time.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { Stack } from '#web/ui/layout.tsx';
import { CaseActions } from '../flow/case-actions.tsx';
import styles from './bar.module.css';
import { CaseHands } from './case-hands.tsx';

/**
 * The bar of a case. It shows the case with its patient and its due time or signature, the doctor's actions on the
 * case, and the bell.
 */
export function CaseBar({ onReview, bell, visits }: { onReview: () => void; bell: ReactNode; visits: ReactNode }) {
  const { t } = useTranslation('studio');
  const { studioCase, draft, isEditable } = useWorkspace();
  const { canUndo, canRedo } = useDraft();
  const { number, patient, plan, due_at, published_at, photo_request } = withPublished(studioCase);
  const { dateTime } = useFormat();
  const now = useNow();
  const age = patient.age_years === null ? t('age_unknown') : t('age', { years: patient.age_years });
  return (
    <header className={styles.caseBar}>
      <LocalisedLink to="/studio" className={styles.back} aria-label={t('case.back')} title={t('case.back')}>
        <Icon as={ChevronLeft} />
      </LocalisedLink>
      <h1 className={styles.number}>{number}</h1>
      <span className={styles.patient}>
        <bdi>{`${patient.first_name} ${patient.last_name}`}</bdi>
        {`, ${age}`}
      </span>
      <span className={styles.plan}>
        {t(`plan.${plan}`)}
        {plan === 'elite' && `, ${t('plan.fullFace')}`}
      </span>
      <span className={styles.rule} aria-hidden="true" />
      {published_at ? (
        <span className={styles.quiet}>{t('case.signed_at', { time: dateTime(published_at) })}</span>
      ) : photo_request ? (
        <span className={styles.quiet}>{t('state.waiting')}</span>
      ) : (
        <>
          <DueLine due_at={due_at} now={now} />
          <span className={styles.quiet}>{dateTime(due_at)}</span>
        </>
      )}
      <span className={styles.grow} />
      {isEditable && (
        <>
          <IconButton icon={Undo2} size="s" label={t('undo')} disabled={!canUndo} onClick={() => draft.undo()} />
          <IconButton icon={Redo2} size="s" label={t('redo')} disabled={!canRedo} onClick={() => draft.redo()} />
        </>
      )}
      {visits}
      <CaseActions />
      <CaseHands />
      {isEditable && (
        <Button variant="primary" size="xs" onClick={onReview}>
          {t('review')}
        </Button>
      )}
      <Stack as="span" className={styles.bell}>
        {bell}
      </Stack>
    </header>
  );
}

function withPublished<T extends { status: string; history: readonly { kind: string; at: string }[] }>(studioCase: T) {
  const published = studioCase.history.findLast(({ kind }) => kind === 'published');
  return { ...studioCase, published_at: studioCase.status === 'published' ? (published?.at ?? null) : null };
}
