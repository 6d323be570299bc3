import { ChevronsLeftRight } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useDraft, usePose, useWorkspace } from '../case/workspace-context.ts';
import { Overlay } from './overlay.tsx';
import styles from './stage.module.css';
import { StageController } from './stage-controller.ts';
import { StageMessage } from './stage-message.tsx';
import { usePainter } from './use-painter.ts';
import { faceBox } from './view.ts';

export type StageMode = 'split' | 'side' | 'simulation';

interface Props {
  photo: PhotoEntry;
  mode: StageMode;
  openId: string | null;
  showsRegions: boolean;
  showsPoints: boolean;
  frameRef: RefObject<HTMLElement | null>;
  controllerRef: RefObject<StageController | null>;
  onZoom: (percent: number, isFit: boolean) => void;
}

/** The photo and its simulation: beside each other, or cut by a divider that is an input of its own. */
export function Stage({ photo, mode, openId, showsRegions, showsPoints, frameRef, controllerRef, onZoom }: Props) {
  const { t } = useTranslation('studio');
  const { date } = useFormat();
  const { poses } = useWorkspace();
  const { content } = useDraft();
  const state = usePose(photo.id);
  const before = useRef<HTMLCanvasElement>(null);
  const after = useRef<HTMLDivElement>(null);
  const pose = state.kind === 'ready' ? state.pose : null;
  const painting = usePainter(pose, { before, after });

  const { id, url } = photo;
  // A fresh link to the same photo is no reason to open it again, and the store knows: it opens each photo once.
  useEffect(() => void poses.open({ id, url }), [poses, id, url]);
  useEffect(() => {
    if (!frameRef.current) return;
    const controller = new StageController(frameRef.current, onZoom);
    controllerRef.current = controller;
    return () => controller.stop();
  }, [frameRef, controllerRef, onZoom]);
  useEffect(() => {
    if (pose) controllerRef.current?.setPhoto(pose.picture, faceBox(pose.landmarks));
  }, [pose, controllerRef]);
  useEffect(() => {
    controllerRef.current?.fit();
  }, [mode, controllerRef]);

  const overlay = pose && (
    <Overlay
      picture={pose.picture}
      landmarks={pose.landmarks}
      recipe={content.recipes[content.style]}
      {...{ openId, showsRegions, showsPoints }}
    />
  );
  const name = t(`pose.${photo.pose}`);
  return (
    <figure ref={frameRef} className={styles.frame} data-mode={mode} data-ready={pose ? '' : undefined} dir="ltr">
      <div className={styles.pane} data-pane="before">
        <div className={styles.layer}>
          <canvas ref={before} role="img" aria-label={t('stage.before', { pose: name })} />
        </div>
        <span className={styles.plate}>
          {t('before')}
          <small>{date(photo.created_at)}</small>
        </span>
      </div>
      <div className={styles.pane} data-pane="simulation">
        <div className={styles.layer}>
          <div
            ref={after}
            className={styles.picture}
            role="img"
            aria-label={t('stage.simulation', { pose: name, style: t(`style.${content.style}`) })}
          />
        </div>
        <span className={styles.plate} data-end>
          SIMULATION
          <small>{`images virtuelles · ${t(`style.${content.style}`).toLowerCase()}`}</small>
        </span>
      </div>
      <div className={styles.pane} data-pane="overlay">
        <div className={styles.layer}>{overlay}</div>
      </div>
      {mode === 'split' && pose && (
        <>
          <span className={styles.edge} aria-hidden="true" />
          <span className={styles.grip} aria-hidden="true">
            <Icon as={ChevronsLeftRight} />
          </span>
          <input
            type="range"
            className={styles.divider}
            min={0}
            max={100}
            step={1}
            defaultValue={50}
            aria-label={t('stage.divider')}
            onInput={(event) => controllerRef.current?.setCut(event.currentTarget.valueAsNumber)}
          />
        </>
      )}
      <StageMessage state={state} painting={painting} onRetry={() => void poses.retry(photo)} />
    </figure>
  );
}
