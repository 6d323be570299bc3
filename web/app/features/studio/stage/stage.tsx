import { ChevronsLeftRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import type { Moment } from '#engine/time/course.ts';
import { clearFactor } from '#engine/volume/relight.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { MarkPlaces, type PlacedMark } from '../check/mark-places.tsx';
import { MarkLayers } from '../marks/mark-layers.tsx';
import { HeatOverlay } from '../skin/heat-overlay.tsx';
import { SheetOutline } from '../skin/sheet-outline.tsx';
import type { Skin } from '../skin/use-skin.ts';
import { Overlay } from './overlay.tsx';
import styles from './stage.module.css';
import type { OpenPose } from './pose-store.ts';
import { StageController } from './stage-controller.ts';
import { StageMessage } from './stage-message.tsx';
import { useEarlier } from './use-earlier.ts';
import { useMarkedPose } from './use-marked-pose.ts';
import { usePainter } from './use-painter.ts';
import { faceBox } from './view.ts';

/** The keys that do the same as a drag with the pointer. */
const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => `Control+${key}`).join(' ');

export const StageModes = ['split', 'side', 'simulation'] as const;
export type StageMode = (typeof StageModes)[number];

interface Props {
  photo: PhotoEntry;
  /**
   * A photo of an earlier set. The stage aligns it with the current photo and shows it instead of the current photo.
   */
  earlier: PhotoEntry | null;
  mode: StageMode;
  /** Shows the photo without a simulation in any mode. */
  isUntreated: boolean;
  /**
   * True if fillers change the light in the image more strongly than in reality. A text over the image then says so.
   */
  isClear: boolean;
  /**
   * The number of days after the treatment and the strength of the response. If it is null, the image shows the full
   * effect of the recipe.
   */
  moment: Moment | null;
  openId: string | null;
  showsRegions: boolean;
  skin: Skin;
  /** Marks of the places in the image that the doctor must check. */
  marks: readonly PlacedMark[];
  shownMark: number | null;
  frameRef: RefObject<HTMLElement | null>;
  controllerRef: RefObject<StageController | null>;
  onZoom: (percent: number, isFit: boolean) => void;
}

/**
 * Shows the photo and its simulation, side by side or with a divider between them, or the simulation alone. The divider
 * is a separate input element.
 */
export function Stage(props: Props) {
  const { photo, earlier, mode, isUntreated, isClear, moment, frameRef, controllerRef } = props;
  const { t } = useTranslation(['studio', 'ui', 'course']);
  const { date, number } = useFormat();
  const { poses } = useWorkspace();
  const { content } = useDraft();
  const { state, pose } = useMarkedPose(photo.id, photo.pose);
  const before = useRef<HTMLCanvasElement>(null);
  const after = useRef<HTMLDivElement>(null);
  const painting = usePainter(pose, photo.pose, { isClear, moment }, { before, after });
  const earlierState = useEarlier(earlier, pose, before);

  const { id, url } = photo;
  // A new link to the same photo does not load the photo again, because the store opens each photo only once.
  useEffect(() => void poses.open({ id, url }), [poses, id, url]);
  useController(props, state.kind === 'ready' ? state.pose : null);

  const name = t(`pose.${photo.pose}`);
  const style = t(`style.${content.style}`);
  const value = moment && t('course:value', { day: moment.day, band: t(`course:band.${moment.band}`).toLowerCase() });
  const drawn = value ? `${style}, ${value}` : style;
  return (
    <figure
      ref={frameRef}
      className={styles.frame}
      data-mode={mode}
      data-untreated={isUntreated || undefined}
      data-ready={pose ? '' : undefined}
      aria-keyshortcuts={keys}
      dir="ltr"
    >
      <Pane
        of="before"
        plate={t(earlier ? 'earlier' : isUntreated ? 'ui:compare.untreated' : 'before')}
        note={
          <>
            {date(earlier?.created_at ?? photo.created_at)}
            {earlierState && ` · ${t(`earlier.${earlierState}`)}`}
          </>
        }
      >
        <canvas ref={before} role="img" aria-label={t('stage.before', { pose: name })} />
      </Pane>
      <Pane
        of="simulation"
        plate={t('ui:compare.simulation')}
        note={
          <>
            {[t('ui:compare.virtual'), style.toLowerCase(), value].filter(Boolean).join(' · ')}
            {isClear && <em>{t('stage.clear', { factor: number(clearFactor) })}</em>}
          </>
        }
      >
        <div
          ref={after}
          className={styles.picture}
          role="img"
          aria-label={t('stage.simulation', { pose: name, style: drawn })}
        />
      </Pane>
      <Pane of="overlay">{pose && <Drawn {...props} pose={pose} />}</Pane>
      {mode === 'split' && !isUntreated && pose && (
        <Divider onCut={(percent) => controllerRef.current?.setCut(percent)} />
      )}
      <StageMessage state={state} painting={painting} onRetry={() => void poses.open(photo)} />
    </figure>
  );
}

interface PaneProps {
  of: 'before' | 'simulation' | 'overlay';
  /** The text in the corner of the pane. `note` is a smaller text below it. */
  plate?: string;
  note?: ReactNode;
  children: ReactNode;
}

/** One of the images that move and zoom together. The divider clips the image, but not the text over it. */
function Pane({ of, plate, note, children }: PaneProps) {
  return (
    <div className={styles.pane} data-pane={of}>
      <div className={styles.window}>
        <div className={styles.layer}>{children}</div>
      </div>
      {plate && (
        <span className={styles.plate} data-end={of === 'simulation' || undefined}>
          {plate}
          <small>{note}</small>
        </span>
      )}
    </div>
  );
}

/** Draws the skin measurements, outlines and marks over the photo. */
function Drawn({
  photo,
  pose,
  openId,
  showsRegions,
  skin,
  controllerRef,
  marks,
  shownMark,
}: Props & { pose: OpenPose }) {
  const { recipes, style } = useDraft().content;
  const { picture, landmarks } = pose;
  return (
    <>
      {photo.pose === 'front' && (
        <>
          <HeatOverlay reader={skin.reader} size={picture} />
          <SheetOutline reading={skin.reading} size={picture} />
        </>
      )}
      <Overlay {...{ picture, landmarks, openId, showsRegions }} recipe={recipes[style]} />
      <MarkPlaces marks={marks} shown={shownMark} />
      <MarkLayers
        marked={{ photoId: photo.id, pose: photo.pose, landmarks, size: picture }}
        controller={controllerRef}
        showsPoints={showsRegions}
      />
    </>
  );
}

/**
 * Connects a controller to the frame of the photo as soon as the frame exists. The controller handles the zoom, the
 * divider and the position of the photo.
 */
function useController({ frameRef, controllerRef, mode, onZoom }: Props, found: OpenPose | null) {
  useEffect(() => {
    if (!frameRef.current) return;
    const controller = new StageController(frameRef.current, onZoom);
    controllerRef.current = controller;
    return () => controller.stop();
  }, [frameRef, controllerRef, onZoom]);
  // The view uses the detected points without corrections, because correcting a point must not move the view.
  useEffect(() => {
    if (found) controllerRef.current?.setPhoto(found.picture, faceBox(found.landmarks));
  }, [found, controllerRef]);
  useEffect(() => {
    controllerRef.current?.fit();
  }, [mode, controllerRef]);
}

/** The divider between photo and simulation. A separate input element moves the divider. */
function Divider({ onCut }: { onCut: (percent: number) => void }) {
  const { t } = useTranslation('studio');
  return (
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
        onInput={(event) => onCut(event.currentTarget.valueAsNumber)}
      />
    </>
  );
}
