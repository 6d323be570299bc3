import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rendering, RenderingMark } from '#contract/drafts.ts';
import { call } from '#web/lib/api.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { comboOf } from '#web/lib/shortcuts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { useBackground } from '../flow/use-background.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type GateLine, linesOf, signingOf } from './gate-lines.ts';
import { focusFirstOpen, GateSection } from './gate-section.tsx';
import { OpenChecks } from './open-checks.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { nextUnseen, ReviewPictures } from './review-pictures.tsx';
import { ReviewProgress } from './review-progress.tsx';
import { textOf } from './shown.ts';
import styles from './sign.module.css';
import type { Fix } from './use-fix.ts';
import type { Run } from './use-renderings.ts';
import { type SignFailure, useSign } from './use-sign.ts';

interface Props {
  run: Run;
  /** Whether the plan has all required parts. */
  isComplete: boolean;
  onClose: () => void;
  onFix: (fix: Fix) => void;
}

const noPictures: readonly Rendering[] = [];

/**
 * The last review before signing. It shows the files and texts that the patient will see, the open points, and the
 * button to sign.
 */
export function ReviewDialog(props: Props) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const review = useReview(props);
  const { sign, isReady } = review;
  useSignKey(review.signOrShowOpen);
  return (
    <Dialog
      isOpen
      size="xl"
      onClose={props.onClose}
      isDismissable={!sign.isPending}
      title={t('review.title', { number: studioCase.number })}
      lead={t('review.lead')}
      footer={<Footer review={review} onClose={props.onClose} />}
    >
      <div className={styles.review}>
        <div>
          {isReady ? (
            <ReviewPictures
              renderings={review.pictures}
              largeId={review.largeId}
              onLarge={review.setLarge}
              onSeen={review.see}
              shownMark={review.shownMark}
            />
          ) : (
            <Progress {...props} onStart={review.remake} />
          )}
        </div>
        <Words review={review} onFix={props.onFix} />
      </div>
      {sign.step && (
        <ConfirmDialog keys={sign.step.keys} seal={sign.step.seal} onProof={sign.confirm} onClose={sign.giveUp} />
      )}
    </Dialog>
  );
}

/** Returns the state of the review: the images, the open lines, the doctor's statement and the signature. */
function useReview({ run, isComplete }: Props) {
  const [largeId, setLarge] = useState<string | null>(null);
  const { content } = useDraft();
  /** The text of what was shown when the doctor ticked the declaration. */
  const [declared, setDeclared] = useState<string | null>(null);
  const [shownMark, showMark] = useState<number | null>(null);
  const { pictures, see, accept } = useSeen(run.state.kind === 'ready' ? run.state.renderings : noPictures);
  const { lines, isFailing } = useGates(pictures);
  const sign = useSign();
  const isReady = run.state.kind === 'ready' && isComplete;
  const mayDeclare = isReady && lines !== null && lines.every(({ isOpen }) => !isOpen);
  const shown = { content, pictures };
  // If the content or the images change after the declaration, the doctor must tick it again. A second window can also
  // change them.
  const isSigned = mayDeclare && declared === textOf(shown);
  const publish = () => void sign.run(shown);
  return {
    largeId,
    setLarge: (id: string | null) => {
      showMark(null);
      setLarge(id);
    },
    shownMark,
    lookAt: (id: string, mark: number) => {
      setLarge(id);
      showMark(mark);
    },
    accept,
    pictures,
    see,
    lines,
    isFailing,
    sign,
    isReady,
    mayDeclare,
    isSigned,
    declare: (isTrue: boolean) => setDeclared(isTrue ? textOf(shown) : null),
    publish,
    remake() {
      setDeclared(null);
      sign.reset();
      void run.start();
    },
    signOrShowOpen() {
      if (isSigned) publish();
      else focusFirstOpen();
    },
  };
}

/**
 * Returns the lines of the review. They are null until the patient's answers are loaded, because the doctor may not
 * sign before that. The line of a reason stays until the review closes. Otherwise its field would disappear, with the
 * keyboard focus, when the doctor deletes the text.
 */
function useGates(pictures: readonly Rendering[]): { lines: GateLine[] | null; isFailing: boolean } {
  const { studioCase } = useWorkspace();
  const { content } = useDraft();
  const { data, isError } = useBackground();
  const now = useNow();
  const [kept, setKept] = useState<readonly string[]>([]);
  if (!data) return { lines: null, isFailing: isError };
  const { age_years } = studioCase.patient;
  const shown = { age_years, photos: studioCase.photos, pictures };
  const lines = linesOf(signingOf(content, data, shown, now), kept);
  const fresh = lines.filter(({ code, about }) => code === 'reason_missing' && !kept.includes(about));
  if (fresh.length > 0) setKept([...kept, ...fresh.map(({ about }) => about)]);
  return { lines, isFailing: false };
}

/** Handles the key for signing. The key works anywhere in the dialog. */
function useSignKey(run: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (comboOf(event) !== 'mod+Enter' || event.repeat) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

type Review = ReturnType<typeof useReview>;

function Progress({ run, isComplete, onClose, onStart }: Props & { onStart: () => void }) {
  const { state } = run;
  const shown = isComplete && state.kind !== 'ready' ? state : ({ kind: 'failed', reason: 'plan' } as const);
  return <ReviewProgress state={shown} onStart={onStart} onCancel={run.cancel} onBack={onClose} />;
}

function Words({ review, onFix }: { review: Review; onFix: Props['onFix'] }) {
  const { content } = useDraft();
  const { sign, lines, isFailing, isReady, pictures, setLarge, remake } = review;
  const next = isReady ? nextUnseen(pictures, null) : undefined;
  return (
    <div className={styles.words}>
      {sign.failure && <SignFault failure={sign.failure} onRemake={remake} />}
      <GateSection
        lines={lines}
        isFailing={isFailing}
        onFix={onFix}
        onSee={next && (() => setLarge(next.id))}
        marking={{ pictures, onLook: review.lookAt, onAccept: review.accept, onFix }}
      />
      <PlanSummary plan={content.plan} scores={content.skin?.given ?? null} />
      <OpenChecks onPlan={() => onFix({ tab: 'plan' })} />
    </div>
  );
}

function Footer({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useTranslation('studio');
  const { sign, mayDeclare, isSigned, declare, publish } = review;
  return (
    <>
      <div className={styles.declaration}>
        <Checkbox
          label={t('sign.declaration')}
          hint={mayDeclare ? undefined : t('sign.not_yet')}
          checked={isSigned}
          disabled={!mayDeclare || sign.isPending}
          onChange={(event) => declare(event.currentTarget.checked)}
        />
      </div>
      <Button size="s" variant="quiet" onClick={onClose} disabled={sign.isPending}>
        {t('review.back')}
      </Button>
      <Button size="s" variant="primary" disabled={!isSigned} busy={sign.isPending} onClick={publish}>
        {t('sign')}
      </Button>
    </>
  );
}

/** Shows why signing failed. If the images no longer match the draft, a button draws them again. */
function SignFault({ failure, onRemake }: { failure: SignFailure; onRemake: () => void }) {
  const { t } = useTranslation('studio');
  return (
    <div className={styles.failure} role="alert">
      <p>{t(`sign.failed.${failure}`)}</p>
      {['CHANGED', 'SEAL_MISMATCH', 'RENDERINGS_INCOMPLETE'].includes(failure) && (
        <Button size="xs" onClick={onRemake}>
          {t('review.again')}
        </Button>
      )}
    </div>
  );
}

/**
 * Returns the images with what the doctor has done: which images were opened at full size, and which marks were
 * accepted. The service stores both, so that the doctor need not do this twice.
 */
function useSeen(renderings: readonly Rendering[]) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [marks, setMarks] = useState<Readonly<Record<string, RenderingMark[]>>>({});
  const pictures = renderings.map((one) => ({
    ...one,
    is_seen: one.is_seen || seen.includes(one.id),
    marks: marks[one.id] ?? one.marks,
  }));
  const see = (id: string) => {
    if (pictures.find((one) => one.id === id)?.is_seen !== false) return;
    // If the request fails, the image still counts as unseen and its line stays open. The doctor can then open the
    // image again.
    void call.simulation
      .seeRendering({ case_id: studioCase.id, rendering_id: id })
      .then(() => setSeen((before) => [...before, id]))
      .catch(() => {});
  };
  const accept = async (rendering_id: string, mark: number, is_accepted: boolean) => {
    try {
      const answer = await call.simulation.acceptMark({ case_id: studioCase.id, rendering_id, mark, is_accepted });
      setMarks((before) => ({ ...before, [rendering_id]: answer.marks }));
    } catch {
      toast({ kind: 'error', title: t('mark.unsaved'), text: t('mark.unsaved_text') });
    }
  };
  return { pictures, see, accept };
}
