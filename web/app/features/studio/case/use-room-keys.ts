import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { Styles } from '#contract/simulation.ts';
import type { Hint } from '../keys/key-strip.tsx';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import type { StageMode } from '../stage/stage.tsx';
import type { StageController } from '../stage/stage-controller.ts';
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
  setPoints: (change: (shown: boolean) => boolean) => void;
  onReview: () => void;
  onHelp: () => void;
}

const modes: readonly StageMode[] = ['split', 'side', 'simulation'];
/** The neighbour in a list that has no ends. */
function around<T>(list: readonly T[], current: T, step: 1 | -1): T {
  return list[(list.indexOf(current) + step + list.length) % list.length] ?? current;
}

/** Everything of the workspace by keyboard; answers with what to print about it. */
export function useRoomKeys(room: Room): Hint[] {
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
    p: () => room.setPoints((shown) => !shown),
    f: () => room.controller.current?.fit(),
    '0': () => room.controller.current?.actualSize(),
    '+': () => room.controller.current?.zoom(1.25),
    '=': () => room.controller.current?.zoom(1.25),
    '-': () => room.controller.current?.zoom(0.8),
    t: () => room.setTab('treatment'),
    n: () => room.setTab('plan'),
    i: () => room.setTab('patient'),
    m: () => room.setTab('messages'),
    e: () => room.setTab('notes'),
    Escape: () => {
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
    { keys: ['P'], text: t('points') },
    { keys: ['F'], text: t('zoom.fit') },
    { keys: ['0'], text: t('zoom.actual') },
    { keys: ['+', '−'], text: t('keys.zoom') },
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
