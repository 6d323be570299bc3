import { Styles } from '#contract/drafts.ts';
import { rawMetricNames } from '#engine/metrics/raw-metrics.ts';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { type Tool, type ToolBox, toolKeys, Tools } from '../marks/tool-context.ts';
import { StageModes } from '../stage/stage.tsx';
import { groupOrder, treatmentsOf } from '../treatment/treatments.ts';
import { useHold } from './use-hold.ts';
import type { RoomState } from './use-room-state.ts';
import { useWorkspace } from './workspace-context.ts';

/** The share of the stage's size by which an arrow key moves the view. */
const PAN = 0.1;

interface Wishes {
  onAskHealth: () => void;
  onReview: () => void;
  onHelp: () => void;
}

/** Handles the keyboard shortcuts of the workspace. */
export function useRoomKeys(room: RoomState, { onReview, onHelp, onAskHealth }: Wishes) {
  const { draft, isEditable } = useWorkspace();
  const style = (at: number) => () => {
    room.setUntreated(false);
    if (isEditable) draft.setStyle(Styles[at] ?? 'harmonious');
  };
  useShortcuts({
    j: () => openNext(room, draft, 1),
    k: () => openNext(room, draft, -1),
    '1': style(0),
    '2': style(1),
    '3': style(2),
    w: () => room.setUntreated(!room.isUntreated),
    ...keysOfView(room),
    ...keysOfTools(room, isEditable),
    ...keysOfPanel(room),
    'mod+z': () => isEditable && draft.undo(),
    'mod+shift+z': () => isEditable && draft.redo(),
    'mod+y': () => isEditable && draft.redo(),
    'mod+Enter': () => isEditable && onReview(),
    q: onAskHealth,
    '?': onHelp,
  });
  useHold(room.frame);
}

/** Opens the next or previous treatment of the recipe, even if another tab of the panel is open. */
function openNext({ openId, setTab, setOpenId }: RoomState, draft: DraftStore, step: 1 | -1) {
  const { content } = draft.snapshot();
  const used = groupOrder
    .flatMap((group) => treatmentsOf(group))
    .map(({ id }) => id)
    .filter((id) => id in content.recipes[content.style].treatments);
  const edge = used.at(step === 1 ? 0 : -1);
  if (edge === undefined) return;
  setTab('treatment');
  setOpenId(openId !== null && used.includes(openId) ? around(used, openId, step) : edge);
}

/** Returns the keys for the view: pose, mode, outlines, zoom and position. */
function keysOfView({ photos, photo, mode, controller, openPose, setMode, toggleRegions }: RoomState) {
  const turn = (step: 1 | -1) => photo && openPose(around(photos, photo, step).pose);
  return {
    '[': () => turn(-1),
    ']': () => turn(1),
    v: () => setMode(around(StageModes, mode, 1)),
    o: toggleRegions,
    f: () => controller.current?.fit(),
    '0': () => controller.current?.actualSize(),
    '+': () => controller.current?.zoom(1.25),
    '=': () => controller.current?.zoom(1.25),
    '-': () => controller.current?.zoom(0.8),
    'mod+ArrowLeft': () => controller.current?.pan(PAN, 0),
    'mod+ArrowRight': () => controller.current?.pan(-PAN, 0),
    'mod+ArrowUp': () => controller.current?.pan(0, PAN),
    'mod+ArrowDown': () => controller.current?.pan(0, -PAN),
  };
}

/** Returns the keys for tools. Escape deselects the tool. If no tool is selected, Escape closes the treatment. */
function keysOfTools({ tools, openId, setOpenId }: RoomState, isEditable: boolean) {
  /**
   * Selects a tool, or deselects it if it is already selected. The canvas gets the focus, so that arrows and Enter work
   * at once.
   */
  const take = (next: Tool) => {
    if (!isEditable && next !== 'hand' && next !== 'measure') return;
    const tool = tools.tool === next ? 'hand' : next;
    tools.set({ tool, ...(next === 'injections' && openId ? { treatment: openId } : {}) });
    focusSoon(() => document.querySelector('[data-tool-layer]'));
  };
  return {
    ...Object.fromEntries(Tools.map((tool) => [toolKeys[tool].toLowerCase(), () => take(tool)])),
    x: () => tools.set({ brushMode: tools.brushMode === 'protect' ? 'limit' : 'protect' }),
    ',': () => tools.set({ brushRadius: Math.max(0.005, tools.brushRadius - 0.005) }),
    '.': () => tools.set({ brushRadius: Math.min(0.12, tools.brushRadius + 0.005) }),
    d: () => tools.set({ heat: nextHeat(tools.heat) }),
    Escape: () => {
      if (tools.tool !== 'hand') return tools.set({ tool: 'hand', injectionId: null });
      if (openId) document.querySelector<HTMLElement>(`[data-treatment="${openId}"] button`)?.focus();
      setOpenId(null);
    },
  };
}

function keysOfPanel({ setTab }: RoomState) {
  return {
    t: () => setTab('treatment'),
    n: () => setTab('plan'),
    g: () => setTab('skin'),
    i: () => setTab('patient'),
    m: () => setTab('messages'),
    e: () => setTab('notes'),
  };
}

/** Returns the next or previous entry of a list. The last entry is followed by the first. */
function around<T>(list: readonly T[], current: T, step: 1 | -1): T {
  return list[(list.indexOf(current) + step + list.length) % list.length] ?? current;
}

/** Returns the metric whose heat map comes next. Returns null after the last metric, so that no heat map is shown. */
function nextHeat(current: ToolBox['heat']): ToolBox['heat'] {
  return rawMetricNames[current === null ? 0 : rawMetricNames.indexOf(current) + 1] ?? null;
}
