import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { type Shortcut, ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { LiveCheckSection } from '../check/live-check.tsx';
import type { PlacedMark } from '../check/mark-places.tsx';
import { useArtefacts } from '../check/use-artefacts.ts';
import { useAskHealth } from '../flow/ask-health.tsx';
import { ToolContext, toolKeys } from '../marks/tool-context.ts';
import { ToolOptions } from '../marks/tool-options.tsx';
import { RangeStrip } from '../range/range-strip.tsx';
import { SkinPanel } from '../skin/skin-panel.tsx';
import { type Skin, useSkin } from '../skin/use-skin.ts';
import { FilmStrip } from '../stage/film-strip.tsx';
import { TimeStrip } from '../time/time-strip.tsx';
import type { Fix } from '../sign/use-fix.ts';
import { Stage } from '../stage/stage.tsx';
import { StageTools } from '../stage/stage-tools.tsx';
import { useSaveImage } from '../stage/use-save-image.ts';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import styles from './case.module.css';
import { Panel } from './panel.tsx';
import { useRoomKeys } from './use-room-keys.ts';
import { type RoomState, useRoomState } from './use-room-state.ts';

/** The workspace of a case: the row of photos, the stage, the styles and the panel. */
export function Room({ onReview, fix }: { onReview: () => void; fix: (Fix & { at: number }) | null }) {
  const room = useRoomState();
  useFix(room, fix);
  const [helps, setHelps] = useState(false);
  const onHelp = () => setHelps(true);
  const hints = useRoomHints();
  const { ask } = useAskHealth();
  useRoomKeys(room, { onReview, onHelp, onAskHealth: ask });
  const front = room.photos.find((each) => each.pose === 'front');
  const check = useArtefacts(room.photo);
  const [shownMark, showMark] = useState<number | null>(null);
  const skin = useSkin(front, room.tab === 'skin' || room.tools.heat !== null);
  return (
    <ToolContext value={room.tools}>
      <FilmStrip
        photos={room.photos}
        current={room.photo?.pose}
        onOpen={room.openPose}
        earlier={room.earlier}
        onEarlier={room.openEarlier}
      />
      <Canvas
        room={room}
        skin={skin}
        marks={typeof check.artefacts === 'string' ? [] : (check.artefacts ?? [])}
        shownMark={shownMark}
      />
      <Panel
        tab={room.tab}
        onTab={room.setTab}
        isFolded={room.isFolded}
        onFold={room.fold}
        openId={room.openId}
        onOpen={room.setOpenId}
        check={<LiveCheckSection check={check} onFix={(wish) => openFix(room, wish)} onPoint={showMark} />}
        skin={<SkinPanel skin={skin} photo={front} photos={room.photos} />}
      />
      <ShortcutFoot className={`only-large ${styles.keys}`} shortcuts={hints.slice(0, 7)} onHelp={onHelp} />
      {helps && <ShortcutDialog shortcuts={hints} onClose={() => setHelps(false)} />}
    </ToolContext>
  );
}

/**
 * In the review before signing, the doctor can choose to resolve a line. This hook then opens the control in the
 * workspace for that line.
 */
function useFix({ setTab, setOpenId }: RoomState, fix: (Fix & { at: number }) | null) {
  const done = useRef<number>(null);
  useEffect(() => {
    if (!fix || done.current === fix.at) return;
    done.current = fix.at;
    openFix({ setTab, setOpenId }, fix);
  }, [fix, setTab, setOpenId]);
}

function openFix({ setTab, setOpenId }: Pick<RoomState, 'setTab' | 'setOpenId'>, { tab, treatment, points }: Fix) {
  setTab(tab);
  if (treatment) setOpenId(treatment);
  const named = treatment ? `[data-treatment="${treatment}"] button` : points && `[data-points="${points}"]`;
  const control = named ?? '[role="tabpanel"] button';
  // When a dialog closes, it moves the focus. The control therefore gets the focus only when no dialog is open.
  focusSoon(() => (document.querySelector('[role="dialog"]') ? null : document.querySelector(control)));
}

interface CanvasProps {
  room: RoomState;
  skin: Skin;
  marks: readonly PlacedMark[];
  shownMark: number | null;
}

/** Shows the photo with the drawings, controls and notes that belong to it. */
function Canvas({ room, skin, ...checked }: CanvasProps) {
  const { t } = useTranslation('studio');
  const { photo, earlier, mode, isUntreated, moment, openId, showsRegions, isClear, frame, controller } = room;
  const { zoomText, onZoom } = useZoomText();
  const save = useSaveImage(room);
  return (
    <main id="content" className={styles.canvas}>
      <StageTools
        {...{ mode, showsRegions, isClear, controller }}
        onMode={room.setMode}
        onRegions={room.toggleRegions}
        onClear={room.toggleClear}
        onSave={save}
        zoomRef={zoomText}
        frame={frame}
      />
      {photo ? (
        <>
          <div>
            <OptionsOfTool photo={photo} />
          </div>
          <Stage
            key={photo.id}
            {...{ photo, earlier, mode, isUntreated, isClear, moment, openId, showsRegions, skin, onZoom }}
            {...checked}
            frameRef={frame}
            controllerRef={controller}
          />
          <div>
            <TimeStrip photo={photo} {...{ moment, isUntreated }} onMoment={room.setMoment} />
            <RangeStrip photo={photo} isUntreated={isUntreated} onUntreated={room.setUntreated} />
          </div>
        </>
      ) : (
        <EmptyState title={t('no_photos')} text={t('no_photos_text')} />
      )}
    </main>
  );
}

function OptionsOfTool({ photo: { id, pose } }: { photo: PhotoEntry }) {
  const { pose: marked } = useMarkedPose(id, pose);
  return (
    <ToolOptions
      pose={pose}
      marked={marked && { photoId: marked.photoId, pose, landmarks: marked.landmarks, size: marked.picture }}
    />
  );
}

/**
 * Returns a ref for the element that shows the zoom, and a function that writes the zoom into it. A turn of the mouse
 * wheel therefore does not make React render the workspace again.
 */
function useZoomText() {
  const { t } = useTranslation('studio');
  const zoomText = useRef<HTMLElement>(null);
  const onZoom = useCallback(
    (percent: number, isFit: boolean) => {
      if (zoomText.current) zoomText.current.textContent = isFit ? t('zoom.fitted', { percent }) : `${percent} %`;
    },
    [t],
  );
  return { zoomText, onZoom };
}

const SPACE = 'Space';

/** The keys of the workspace. The most used keys come first, because the footer shows only the first ones. */
const hints = [
  [['J', 'K'], 'keys.region'],
  [['←', '→'], 'keys.dose'],
  [['Shift'], 'keys.fine'],
  [['L'], 'keys.link'],
  [[SPACE], 'keys.hold'],
  [['[', ']'], 'keys.pose'],
  [['1', '2', '3'], 'keys.style'],
  [['W'], 'keys.untreated'],
  [['V'], 'keys.mode'],
  [['O'], 'regions'],
  [[toolKeys.brush], 'tool.brush'],
  [['X'], 'keys.brush_mode'],
  [[',', '.'], 'brush.size'],
  [[toolKeys.points], 'tool.points'],
  [[toolKeys.injections], 'tool.injections'],
  [[toolKeys.measure], 'tool.measure'],
  [[toolKeys.hand], 'tool.hand'],
  [['←↑→↓', 'Enter', 'Del'], 'keys.tool'],
  [['D'], 'keys.heat'],
  [['G'], 'tab.skin'],
  [['F'], 'zoom.fit'],
  [['0'], 'zoom.actual'],
  [['+', '−'], 'keys.zoom'],
  [['Ctrl', '←↑→↓'], 'keys.pan'],
  [['T'], 'tab.treatment'],
  [['N'], 'tab.plan'],
  [['I'], 'tab.patient'],
  [['M'], 'tab.messages'],
  [['E'], 'tab.notes'],
  [['Q'], 'health.send'],
  [['Ctrl', 'Z'], 'undo'],
  [['Ctrl', 'Shift', 'Z'], 'redo'],
  [['Ctrl', 'Enter'], 'review'],
] as const;

/** Returns every key of the workspace with its action. The complete list of shortcuts shows them. */
function useRoomHints(): Shortcut[] {
  const { t } = useTranslation('studio');
  return hints.map(([keys, text]) => ({
    keys: keys.map((key) => (key === SPACE ? t('keys.space_bar') : key)),
    text: t(text),
  }));
}
