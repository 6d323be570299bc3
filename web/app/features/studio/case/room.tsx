import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { KeyStrip } from '../keys/key-strip.tsx';
import { ShortcutDialog } from '../keys/shortcut-dialog.tsx';
import { RangeStrip } from '../range/range-strip.tsx';
import { FilmStrip } from '../stage/film-strip.tsx';
import { Stage, type StageMode } from '../stage/stage.tsx';
import type { StageController } from '../stage/stage-controller.ts';
import { StageTools } from '../stage/stage-tools.tsx';
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
  const [showsPoints, setPoints] = useState(false);
  const [tab, setTab] = useState<PanelTab>('treatment');
  const [openId, setOpenId] = useState<string | null>(null);
  const [helps, setHelps] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const controller = useRef<StageController>(null);
  const zoomText = useRef<HTMLElement>(null);
  const onZoom = useCallback(
    (percent: number, isFit: boolean) => {
      if (zoomText.current) zoomText.current.textContent = isFit ? t('zoom.fitted', { percent }) : `${percent} %`;
    },
    [t],
  );
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
    setPoints,
    onReview,
    onHelp: () => setHelps(true),
  });

  return (
    <>
      <FilmStrip photos={photos} current={photo?.pose} onOpen={setPose} />
      <main id="content" className={styles.canvas}>
        <StageTools
          {...{ mode, showsRegions, showsPoints, controller }}
          onMode={setMode}
          onRegions={() => setRegions(!showsRegions)}
          onPoints={() => setPoints(!showsPoints)}
          zoomRef={zoomText}
        />
        {photo ? (
          <>
            <Stage
              key={photo.id}
              {...{ photo, mode, openId, showsRegions, showsPoints, onZoom }}
              frameRef={frame}
              controllerRef={controller}
            />
            <RangeStrip photo={photo} />
          </>
        ) : (
          <EmptyState title={t('no_photos')} text={t('no_photos_text')} />
        )}
      </main>
      <Panel tab={tab} onTab={setTab} openId={openId} onOpen={setOpenId} />
      <KeyStrip hints={hints.slice(0, 7)} onHelp={() => setHelps(true)} />
      {helps && <ShortcutDialog hints={hints} onClose={() => setHelps(false)} />}
    </>
  );
}

const order: readonly Pose[] = ['front', 'right', 'left'];
function inOrder<T extends { pose: Pose }>(photos: readonly T[]): T[] {
  return order.flatMap((pose) => photos.filter((photo) => photo.pose === pose));
}
