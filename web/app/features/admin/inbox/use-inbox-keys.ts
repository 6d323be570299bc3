import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import { appointmentOf, type Line } from './lines.ts';

interface Parts {
  lines: readonly Line[];
  onTick: (line: Line) => void;
  onSnooze: (line: Line | undefined) => void;
  onAssign: (line: Line | undefined) => void;
  onMacro: (line: Line | undefined) => void;
  onHelp: () => void;
  /** The id of the appointment in the pane. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/**
 * Handles the keys of the inbox. The line under the cursor has the focus, and an open pane shows its appointment. If
 * the line leaves the list, the cursor moves to the next line.
 */
export function useInboxKeys({ lines, onTick, onSnooze, onAssign, onMacro, onHelp, openId, onOpen }: Parts) {
  const { t } = useTranslation('admin');
  const [cursor, setCursor] = useState({ key: '', index: -1 });
  const keys = lines.map(({ key }) => key);
  const isFirst = cursor.key === '' && openId !== null;
  const found = isFirst ? lines.findIndex((line) => appointmentOf(line) === openId) : keys.indexOf(cursor.key);
  if (found >= 0 && !isFirst && found !== cursor.index) setCursor({ ...cursor, index: found });
  const at = found >= 0 ? found : Math.min(cursor.index, keys.length - 1);
  const line = lines[at];
  const partOf = (key: string | undefined, part: string) =>
    key === undefined ? null : document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(key)}"] ${part}`);
  const step = (by: 1 | -1) => {
    const next = Math.min(keys.length - 1, Math.max(0, at + by));
    const opener = partOf(keys[next], '[data-opens]');
    opener?.focus({ preventScroll: true });
    opener?.closest('tr')?.scrollIntoView({ block: 'nearest' });
    const appointment = openId && lines[next] && appointmentOf(lines[next]);
    if (appointment) onOpen(appointment);
  };
  const close = () => {
    if (!openId) return;
    partOf(line?.key, '[data-opens]')?.focus({ preventScroll: true });
    onOpen(null);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    e: () => partOf(line?.key, '[data-handles]')?.click(),
    z: () => onSnooze(line),
    a: () => onAssign(line),
    m: () => onMacro(line),
    x: () => line && onTick(line),
    Escape: close,
    '?': onHelp,
  });
  return {
    close,
    step,
    cursorKey: line?.key,
    focus: (key: string) => setCursor({ key, index: keys.indexOf(key) }),
    hints: [
      { keys: ['J', 'K'], text: t('key.move') },
      { keys: ['↵'], text: t('key.open') },
      { keys: ['E'], text: t('key.handle') },
      { keys: ['Z'], text: t('key.snooze') },
      { keys: ['A'], text: t('key.assign') },
      { keys: ['X'], text: t('key.tick') },
      { keys: ['M'], text: t('key.macro') },
      { keys: ['Esc'], text: t('key.close') },
    ],
  };
}
