import { useCallback, useMemo, useRef, useState } from 'react';
import type { Moment } from '#engine/time/course.ts';
import { type PhotoEntry, type Pose, Poses } from '#contract/intake.ts';
import { startTools, type ToolBox, type ToolState } from '../marks/tool-context.ts';
import type { StageMode } from '../stage/stage.tsx';
import type { StageController } from '../stage/stage-controller.ts';
import type { PanelTab } from './panel.tsx';
import { useWorkspace } from './workspace-context.ts';

/** Returns the state of the screen: the shown photo, the views and the tools. The draft does not contain this state. */
export function useRoomState() {
  const { studioCase } = useWorkspace();
  const photos = useMemo(() => inOrder(studioCase.photos), [studioCase.photos]);
  const [pose, setPose] = useState<Pose>(photos[0]?.pose ?? 'front');
  const [earlier, setEarlier] = useState<PhotoEntry | null>(null);
  const [mode, setMode] = useState<StageMode>('split');
  const [isUntreated, setUntreated] = useState(false);
  const [moment, setMoment] = useState<Moment | null>(null);
  const [showsRegions, setRegions] = useState(false);
  const [isClear, setClear] = useState(false);
  const [tab, setTab] = useState<PanelTab>('treatment');
  const [isFolded, setFolded] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const tools = useToolBox();
  const frame = useRef<HTMLElement>(null);
  const controller = useRef<StageController>(null);

  /** Changes the pose. Lines that the doctor measured are removed, because they belong to the previous photo. */
  const turnTo = (next: Pose) => {
    if (next !== pose) tools.set({ lines: [] });
    setPose(next);
  };
  return {
    photos,
    photo: photos.find((each) => each.pose === pose) ?? photos[0],
    earlier,
    mode,
    isUntreated,
    moment,
    showsRegions,
    isClear,
    tab,
    openId,
    tools,
    frame,
    controller,
    openPose: (next: Pose) => {
      turnTo(next);
      setEarlier(null);
    },
    /**
     * Shows a photo of an earlier set instead of the current photo. A second call with the same photo
     * shows the current photo again.
     */
    openEarlier: (shot: PhotoEntry) => {
      turnTo(shot.pose);
      setEarlier(shot.id === earlier?.id ? null : shot);
      if (mode === 'simulation') setMode('side');
    },
    setMode: (next: StageMode) => {
      setUntreated(false);
      setMode(next);
    },
    /** Shows (true) or hides (false) the photo without a simulation. Choosing a style or a view also hides it. */
    setUntreated,
    /**
     * Sets the moment that the simulation shows. A moment consists of a day after the treatment and the strength of the
     * person's response (`band`). If the moment is null, the simulation shows the full effect of the recipe.
     */
    setMoment,
    toggleRegions: () => setRegions((shown) => !shown),
    toggleClear: () => setClear((clear) => !clear),
    /** Opens a tab. If the panel is folded below the photo, it unfolds. */
    setTab: (next: PanelTab) => {
      setFolded(false);
      setTab(next);
    },
    isFolded,
    fold: () => setFolded((folded) => !folded),
    setOpenId,
  };
}

export type RoomState = ReturnType<typeof useRoomState>;

/** Returns the doctor's current tool and its settings, which several parts of the workspace share. */
function useToolBox(): ToolBox {
  const [tools, setTools] = useState(startTools);
  const set = useCallback((change: Partial<ToolState>) => setTools((now) => ({ ...now, ...change })), []);
  return useMemo(() => ({ ...tools, set }), [tools, set]);
}

const inOrder = (photos: readonly PhotoEntry[]): PhotoEntry[] =>
  Poses.flatMap((pose) => photos.filter((photo) => photo.pose === pose));
