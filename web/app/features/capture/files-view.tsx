import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import type { Capture } from './capture-state.ts';
import type { FaceCheck } from './face-check.ts';
import { FileSlot } from './file-slot.tsx';
import styles from './files-view.module.css';
import { accepted, mayInsist, type Refusals, refusedOnce } from './insist.ts';
import { faultValues, judgeFile } from './judge-file.ts';
import { expressions, type PhotoKind, poses } from './poses.ts';
import type { SlotNote } from './slot-note.tsx';
import { createTurns } from './turns.ts';
import { judged } from './use-shot.ts';
import type { TakenPhoto } from './use-uploads.ts';
import type { Words } from './words.ts';

interface Props {
  capture: Capture;
  words: Words;
  startFaceCheck: () => Promise<FaceCheck | null>;
  onTaken: (pose: PhotoKind, photo: TakenPhoto) => void;
  onRetry: (pose: PhotoKind) => void;
}

type Notes = Partial<Record<PhotoKind, SlotNote>>;

/**
 * The view for people who send files instead of using the camera. It has a field for each photo, in which the person
 * chooses a file. Each file is assessed separately, so a refused file does not affect the others.
 */
export default function FilesView({ capture, words, startFaceCheck, onTaken, onRetry }: Props) {
  const { t } = useTranslation(['capture', 'errors']);
  const [notes, setNotes] = useState<Notes>({});
  const [isOpen, setOpen] = useState(() => expressions.some((one) => 'preview' in capture.photos[one]));
  /** The newest file of each pose. The page ignores the assessment of an older file. */
  const newest = useRef<Partial<Record<PhotoKind, File>>>({});
  const refusals = useRef<Refusals>({});
  /**
   * Checks one file at a time, because the detector assesses one photo at a time. If several checks started together,
   * the time limit of a check would include its wait for the detector.
   */
  const [inTurn] = useState(createTurns);
  const note = (pose: PhotoKind, value: SlotNote) => setNotes((before) => ({ ...before, [pose]: value }));

  const choose = async (pose: PhotoKind, file: File) => {
    newest.current[pose] = file;
    note(pose, { status: 'checking' });
    const check = startFaceCheck();
    const unfit = await judgeFile(file);
    const isStale = () => newest.current[pose] !== file;
    if (isStale()) return;
    if (unfit) return note(pose, { status: 'refused', reason: t(`errors:${unfit}`, faultValues) });
    const outcome = await inTurn(async () => (isStale() ? null : judged(await check, file, pose)));
    if (!outcome || isStale()) return;
    const { verdict, isVerified } = outcome;
    if (verdict) {
      const { fault } = verdict;
      refusals.current = refusedOnce(refusals.current, pose);
      const insist = mayInsist(refusals.current, pose, fault) ? () => sendAsItIs(pose, file) : undefined;
      return note(pose, {
        status: 'refused',
        reason: words.refused(fault, pose),
        insist,
        shown: { file, verdict },
      });
    }
    refusals.current = accepted(refusals.current, pose);
    note(pose, isVerified ? null : { status: 'unverified' });
    onTaken(pose, { blob: file, isVerified });
  };

  const sendAsItIs = (pose: PhotoKind, file: File) => {
    note(pose, { status: 'insisted' });
    onTaken(pose, { blob: file, isVerified: false });
  };

  const slotsOf = (kinds: readonly PhotoKind[]) => (
    <ul className={styles.slots}>
      {kinds.map((kind) => (
        <FileSlot
          key={kind}
          pose={kind}
          photo={capture.photos[kind]}
          note={notes[kind] ?? null}
          onFile={(file) => choose(kind, file)}
          onRetry={() => onRetry(kind)}
        />
      ))}
    </ul>
  );

  return (
    <section className={styles.files} aria-labelledby="files-title">
      <h2 className="h3" id="files-title">
        {t('files.title')}
      </h2>
      <p className="muted">{t('files.lead', { min: faultValues.min_px, max: faultValues.max_mb })}</p>
      {slotsOf(poses)}
      <h2 className={`h3 ${styles.optional}`}>{t('expression.label')}</h2>
      <p className="muted">{t('expression.offer')}</p>
      {isOpen ? (
        slotsOf(expressions)
      ) : (
        <Button size="s" className={styles.open} onClick={() => setOpen(true)}>
          {t('expression.open')}
        </Button>
      )}
    </section>
  );
}
