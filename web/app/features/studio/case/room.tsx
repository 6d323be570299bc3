import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry, Pose } from '#contract/intake.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { startTools, ToolContext, type ToolState } from '../marks/tool-context.ts';
import { ToolOptions } from '../marks/tool-options.tsx';
import { RangeStrip } from '../range/range-strip.tsx';
import { SkinPanel } from '../skin/skin-panel.tsx';
import { useSkin } from '../skin/use-skin.ts';
import { FilmStrip } from '../stage/film-strip.tsx';
import { Stage, type StageMode } from '../stage/stage.tsx';
import type { StageController } from '../stage/stage-controller.ts';
import { StageTools } from '../stage/stage-tools.tsx';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import styles from './case.module.css';
import { Panel, type PanelTab } from './panel.tsx';
import { useRoomKeys } from './use-room-keys.ts';
import { useWorkspace } from './workspace-context.ts';

/** Filmstrip, stage, range and panel: the darkroom itself. */
export function Room({ onReview }: { onReview: () => void }) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const photos = useMemo(() => inOrder(studioCase.photos), [studioCase.photos]);
  const [pose, setPose] = useState<Pose>(photos[0]?.pose ?? 'front');
  const [mode, setMode] = useState<StageMode>('split');
  const [showsRegions, setRegions] = useState(false);
  const [earlier, setEarlier] = useState<PhotoEntry | null>(null);
  const toolBox = useToolBox();
  const [tab, setTab] = useState<PanelTab>('treatment');
  const [openId, setOpenId] = useState<string | null>(null);
  const [helps, setHelps] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const controller = useRef<StageController>(null);
  const { zoomText, onZoom } = useZoomText();
  const photo = photos.find((each) => each.pose === pose) ?? photos[0];
  const hints = useRoomKeys({
    poses: photos.map((each) => each.pose),
    pose,
    mode,
    openId,
    tab,
    frame,
    controller,
    setPose,
    setMode,
    setTab,
    setOpenId,
    setRegions,
    tools: toolBox,
    onReview,
    onHelp: () => setHelps(true),
  });

  const front = photos.find((each) => each.pose === 'front');
  const skin = useSkin(front, tab === 'skin' || toolBox.heat !== null);
  const openPose = (next: Pose) => {
    setPose(next);
    setEarlier(null);
    toolBox.set({ lines: [] });
  };
  const { pose: marked } = useMarkedPose(photo?.id ?? '', photo?.pose ?? 'front');

  return (
    <ToolContext value={toolBox}>
      <FilmStrip
        photos={photos}
        current={photo?.pose}
        onOpen={openPose}
        earlier={earlier}
        onEarlier={(shot) => {
          setPose(shot.pose);
          setEarlier(shot.id === earlier?.id ? null : shot);
          if (mode === 'simulation') setMode('side');
        }}
      />
      <main id="content" className={styles.canvas}>
        <StageTools
          {...{ mode, showsRegions, controller }}
          onMode={setMode}
          onRegions={() => setRegions(!showsRegions)}
          zoomRef={zoomText}
        />
        {photo ? (
          <>
            <div>
              <ToolOptions
                pose={photo.pose}
                marked={marked && { pose: photo.pose, landmarks: marked.landmarks, size: marked.picture }}
              />
            </div>
            <Stage
              key={photo.id}
              {...{ photo, earlier, mode, openId, showsRegions, onZoom }}
              skinReader={skin.reader}
              frameRef={frame}
              controllerRef={controller}
            />
            <RangeStrip photo={photo} />
          </>
        ) : (
          <EmptyState title={t('no_photos')} text={t('no_photos_text')} />
        )}
      </main>
      <Panel
        tab={tab}
        onTab={setTab}
        openId={openId}
        onOpen={setOpenId}
        skin={<SkinPanel skin={skin} photo={front} />}
      />
      <ShortcutFoot
        className={`only-large ${styles.keys}`}
        shortcuts={hints.slice(0, 7)}
        onHelp={() => setHelps(true)}
      />
      {helps && <ShortcutDialog shortcuts={hints} onClose={() => setHelps(false)} />}
    </ToolContext>
  );
}

/** The tool in the doctor's hand, for everything under the stage. */
function useToolBox() {
  const [tools, setTools] = useState(startTools);
  const set = useCallback((change: Partial<ToolState>) => setTools((now) => ({ ...now, ...change })), []);
  return useMemo(() => ({ ...tools, set }), [tools, set]);
}

/** The zoom is written where it stands: turning the wheel draws nothing else anew. */
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

const order: readonly Pose[] = ['front', 'right', 'left'];
function inOrder<T extends { pose: Pose }>(photos: readonly T[]): T[] {
  return order.flatMap((pose) => photos.filter((photo) => photo.pose === pose));
}
