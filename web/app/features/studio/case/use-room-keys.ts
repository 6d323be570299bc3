import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { Styles } from '#contract/drafts.ts';
import type { Shortcut } from '#web/ui/shortcuts.tsx';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import type { StageMode } from '../stage/stage.tsx';
import type { StageController } from '../stage/stage-controller.ts';
import type { Tool, ToolBox } from '../marks/tool-context.ts';
import { rawMetricNames } from '#engine/metrics/raw-metrics.ts';
import { groupOrder, treatmentsOf } from '../treatment/treatments.ts';
import type { PanelTab } from './panel.tsx';
import { useWorkspace } from './workspace-context.ts';

interface Room {
  poses: readonly Pose[];
  pose: Pose;
  mode: StageMode;
  tab: PanelTab;
  openId: string | null;
  frame: RefObject<HTMLElement | null>;
  controller: RefObject<StageController | null>;
  setPose: (pose: Pose) => void;
  setMode: (mode: StageMode) => void;
  setTab: (tab: PanelTab) => void;
  setOpenId: (id: string | null) => void;
  setRegions: (change: (shown: boolean) => boolean) => void;
  tools: ToolBox;
  onReview: () => void;
  onHelp: () => void;
}

/** The part of the pane that an arrow moves the view by. */
const PAN = 0.1;

const modes: readonly StageMode[] = ['split', 'side', 'simulation'];
/** The neighbour in a list that has no ends. */
function around<T>(list: readonly T[], current: T, step: 1 | -1): T {
  return list[(list.indexOf(current) + step + list.length) % list.length] ?? current;
}

/** One heat map after the other, then none. */
function nextHeat(current: ToolBox['heat']): ToolBox['heat'] {
  return rawMetricNames[current === null ? 0 : rawMetricNames.indexOf(current) + 1] ?? null;
}

/** Everything of the workspace by keyboard; answers with what to print about it. */
export function useRoomKeys(room: Room): Shortcut[] {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const style = (at: number) => () => isEditable && draft.setStyle(Styles[at] ?? 'harmonious');
  const region = (step: 1 | -1) => () => {
    const { content } = draft.snapshot();
    const used = groupOrder
      .flatMap((group) => treatmentsOf(group))
      .map(({ id }) => id)
      .filter((id) => id in content.recipes[content.style].treatments);
    const edge = used.at(step === 1 ? 0 : -1);
    if (edge === undefined) return;
    room.setTab('treatment');
    room.setOpenId(room.openId !== null && used.includes(room.openId) ? around(used, room.openId, step) : edge);
  };
  /** The same key puts the tool away. The canvas gets the focus, so that arrows and Enter work at once. */
  const tool = (next: Tool) => {
    if (!isEditable && next !== 'hand' && next !== 'measure') return;
    const wanted = room.tools.tool === next ? 'hand' : next;
    room.tools.set({ tool: wanted, ...(next === 'injections' && room.openId ? { treatment: room.openId } : {}) });
    requestAnimationFrame(() => document.querySelector<SVGSVGElement>('[data-tool-layer]')?.focus());
  };
  useShortcuts({
    j: region(1),
    k: region(-1),
    '1': style(0),
    '2': style(1),
    '3': style(2),
    '[': () => room.setPose(around(room.poses, room.pose, -1)),
    ']': () => room.setPose(around(room.poses, room.pose, 1)),
    v: () => room.setMode(around(modes, room.mode, 1)),
    o: () => room.setRegions((shown) => !shown),
    h: () => tool('hand'),
    b: () => tool('brush'),
    p: () => tool('points'),
    s: () => tool('injections'),
    r: () => tool('measure'),
    x: () => room.tools.set({ brushMode: room.tools.brushMode === 'protect' ? 'limit' : 'protect' }),
    ',': () => room.tools.set({ brushRadius: Math.max(0.005, room.tools.brushRadius - 0.005) }),
    '.': () => room.tools.set({ brushRadius: Math.min(0.12, room.tools.brushRadius + 0.005) }),
    g: () => room.setTab('skin'),
    d: () => room.tools.set({ heat: nextHeat(room.tools.heat) }),
    f: () => room.controller.current?.fit(),
    '0': () => room.controller.current?.actualSize(),
    '+': () => room.controller.current?.zoom(1.25),
    '=': () => room.controller.current?.zoom(1.25),
    '-': () => room.controller.current?.zoom(0.8),
    'mod+ArrowLeft': () => room.controller.current?.pan(PAN, 0),
    'mod+ArrowRight': () => room.controller.current?.pan(-PAN, 0),
    'mod+ArrowUp': () => room.controller.current?.pan(0, PAN),
    'mod+ArrowDown': () => room.controller.current?.pan(0, -PAN),
    t: () => room.setTab('treatment'),
    n: () => room.setTab('plan'),
    i: () => room.setTab('patient'),
    m: () => room.setTab('messages'),
    e: () => room.setTab('notes'),
    Escape: () => {
      if (room.tools.tool !== 'hand') return room.tools.set({ tool: 'hand', injectionId: null });
      if (room.openId) document.querySelector<HTMLElement>(`[data-treatment="${room.openId}"] button`)?.focus();
      room.setOpenId(null);
    },
    'mod+z': () => isEditable && draft.undo(),
    'mod+shift+z': () => isEditable && draft.redo(),
    'mod+y': () => isEditable && draft.redo(),
    'mod+Enter': () => isEditable && room.onReview(),
    '?': room.onHelp,
  });
  useHold(room.frame);

  return [
    { keys: ['J', 'K'], text: t('keys.region') },
    { keys: ['←', '→'], text: t('keys.dose') },
    { keys: ['Shift'], text: t('keys.fine') },
    { keys: ['L'], text: t('keys.link') },
    { keys: [t('keys.space_bar')], text: t('keys.hold') },
    { keys: ['[', ']'], text: t('keys.pose') },
    { keys: ['1', '2', '3'], text: t('keys.style') },
    { keys: ['V'], text: t('keys.mode') },
    { keys: ['O'], text: t('regions') },
    { keys: ['B'], text: t('tool.brush') },
    { keys: ['X'], text: t('keys.brush_mode') },
    { keys: [',', '.'], text: t('brush.size') },
    { keys: ['P'], text: t('tool.points') },
    { keys: ['S'], text: t('tool.injections') },
    { keys: ['R'], text: t('tool.measure') },
    { keys: ['H'], text: t('tool.hand') },
    { keys: ['←↑→↓', 'Enter', 'Del'], text: t('keys.tool') },
    { keys: ['D'], text: t('keys.heat') },
    { keys: ['G'], text: t('tab.skin') },
    { keys: ['F'], text: t('zoom.fit') },
    { keys: ['0'], text: t('zoom.actual') },
    { keys: ['+', '−'], text: t('keys.zoom') },
    { keys: ['Ctrl', '←↑→↓'], text: t('keys.pan') },
    { keys: ['T'], text: t('tab.treatment') },
    { keys: ['N'], text: t('tab.plan') },
    { keys: ['I'], text: t('tab.patient') },
    { keys: ['M'], text: t('tab.messages') },
    { keys: ['E'], text: t('tab.notes') },
    { keys: ['Ctrl', 'Z'], text: t('undo') },
    { keys: ['Ctrl', 'Shift', 'Z'], text: t('redo') },
    { keys: ['Ctrl', 'Enter'], text: t('review') },
  ];
}

/** While Space is held the photo is shown as it is. On a button or in a field Space keeps its own meaning. */
function useHold(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const isFree = (target: EventTarget | null) =>
      !(target instanceof HTMLElement) ||
      !target.closest('button, a, summary, textarea, select, input:not([type="range"]), [role="tab"], [role="dialog"]');
    const onDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !isFree(event.target)) return;
      event.preventDefault();
      frame.current?.setAttribute('data-hold', '');
    };
    const onUp = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== ' ') return;
      frame.current?.removeAttribute('data-hold');
    };
    window.addEventListener('keydown', onDown);
    window.addEventListener('keyup', onUp);
    window.addEventListener('blur', onUp);
    return () => {
      window.removeEventListener('keydown', onDown);
      window.removeEventListener('keyup', onUp);
      window.removeEventListener('blur', onUp);
    };
  }, [frame]);
}
