import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { treatments } from '../treatment/treatments.ts';
import { checksFor, maySign } from './checks.ts';
import { OpenChecks } from './open-checks.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { ReviewPictures } from './review-pictures.tsx';
import { ReviewProgress } from './review-progress.tsx';
import styles from './sign.module.css';
import { useRenderings } from './use-renderings.ts';
import { type SignFailure, useSign } from './use-sign.ts';

/** The last look: exactly the files and words the patient will see, then the signature over them. */
export function ReviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const { content } = useDraft();
  const { state, cancel, remake, declared, declare, mayDeclare, maySignNow, sign, publish } = useReview();
  return (
    <Dialog
      isOpen
      size="xl"
      onClose={onClose}
      isDismissable={!sign.isPending}
      title={t('review.title', { number: studioCase.number })}
      lead={t('review.lead')}
      footer={
        <>
          <div className={styles.declaration}>
            <Checkbox
              label={t('sign.declaration')}
              checked={declared}
              disabled={!mayDeclare}
              onChange={(event) => declare(event.currentTarget.checked)}
            />
          </div>
          <Button size="s" variant="quiet" onClick={onClose} disabled={sign.isPending}>
            {t('review.back')}
          </Button>
          <Button size="s" variant="primary" disabled={!maySignNow} busy={sign.isPending} onClick={publish}>
            {t('sign')}
          </Button>
        </>
      }
    >
      <div className={styles.review}>
        <div className={styles.pictures}>
          {state.kind === 'ready' ? (
            <ReviewPictures renderings={state.renderings} />
          ) : (
            <ReviewProgress state={state} onStart={remake} onCancel={cancel} onBack={onClose} />
          )}
        </div>
        <div className={styles.words}>
          <PlanSummary plan={content.plan} scores={content.skin?.given ?? null} />
          <OpenChecks />
          {sign.failure && <SignFault failure={sign.failure} onRemake={remake} />}
        </div>
      </div>
    </Dialog>
  );
}

/** The pictures, the doctor's word for them, and the signature. */
function useReview() {
  const { studioCase } = useWorkspace();
  const { content } = useDraft();
  const isComplete = maySign(checksFor(content, treatments, studioCase.answers?.avoid_treatments ?? []));
  // Pictures belong to one version of the draft: made before the plan is complete they would be made twice.
  const { state, version, start, cancel } = useRenderings(isComplete);
  const [declared, declare] = useState(false);
  const sign = useSign();
  const isReady = state.kind === 'ready';
  return {
    state: isReady || isComplete ? state : ({ kind: 'failed', reason: 'plan' } as const),
    cancel,
    remake() {
      declare(false);
      sign.reset();
      void start();
    },
    declared,
    declare,
    mayDeclare: isReady && !sign.isPending,
    maySignNow: isReady && declared && isComplete,
    sign,
    publish: () => isReady && void sign.run(version, state.seal),
  };
}

/** Pictures that no longer fit the draft can be made again from here. */
function SignFault({ failure, onRemake }: { failure: SignFailure; onRemake: () => void }) {
  const { t } = useTranslation('studio');
  return (
    <div className={styles.failure} role="alert">
      <p>{t(`sign.failed.${failure}`)}</p>
      {(failure === 'SEAL_MISMATCH' || failure === 'RENDERINGS_INCOMPLETE') && (
        <Button size="xs" onClick={onRemake}>
          {t('review.again')}
        </Button>
      )}
    </div>
  );
}
