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
import { useSign } from './use-sign.ts';

/** The last look: exactly the files and words the patient will see, then the signature over them. */
export function ReviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const { content } = useDraft();
  const isComplete = maySign(checksFor(content, treatments, studioCase.answers?.avoid_treatments ?? []));
  // Pictures belong to one version of the draft: made before the plan is complete they would be made twice.
  const { state, version, start, cancel } = useRenderings(isComplete);
  const [declared, setDeclared] = useState(false);
  const sign = useSign();
  const isReady = state.kind === 'ready';
  const mayNow = isReady && declared && isComplete;
  const remake = () => {
    setDeclared(false);
    sign.reset();
    void start();
  };
  const footer = (
    <>
      <div className={styles.declaration}>
        <Checkbox
          label={t('sign.declaration')}
          checked={declared}
          disabled={!isReady || sign.isPending}
          onChange={(event) => setDeclared(event.currentTarget.checked)}
        />
      </div>
      <Button size="s" variant="quiet" onClick={onClose} disabled={sign.isPending}>
        {t('review.back')}
      </Button>
      <Button
        size="s"
        variant="primary"
        disabled={!mayNow}
        busy={sign.isPending}
        onClick={() => isReady && void sign.run(version, state.seal)}
      >
        {t('sign')}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      size="xl"
      onClose={onClose}
      isDismissable={!sign.isPending}
      title={t('review.title', { number: studioCase.number })}
      lead={t('review.lead')}
      footer={footer}
    >
      <div className={styles.review}>
        <div className={styles.pictures}>
          {isReady ? (
            <ReviewPictures renderings={state.renderings} />
          ) : (
            <ReviewProgress
              state={isComplete ? state : { kind: 'failed', reason: 'plan' }}
              onStart={remake}
              onCancel={cancel}
              onBack={onClose}
            />
          )}
        </div>
        <div className={styles.words}>
          <PlanSummary plan={content.plan} scores={content.skin?.given ?? null} />
          <OpenChecks />
          {sign.failure && (
            <div className={styles.failure} role="alert">
              <p>{t(`sign.failed.${sign.failure}`)}</p>
              {(sign.failure === 'SEAL_MISMATCH' || sign.failure === 'RENDERINGS_INCOMPLETE') && (
                <Button size="xs" onClick={remake}>
                  {t('review.again')}
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </Dialog>
  );
}
