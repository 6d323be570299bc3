import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import type { Line } from './lines.ts';

interface Parts {
  lines: readonly Line[];
  onTick: (line: Line) => void;
  onSnooze: (line: Line | undefined) => void;
  onAssign: (line: Line | undefined) => void;
  onMacro: (line: Line | undefined) => void;
  onHelp: () => void;
}

/** The line under the cursor has the focus. When it leaves the list, the next one is under the cursor. */
export function useInboxKeys({ lines, onTick, onSnooze, onAssign, onMacro, onHelp }: Parts) {
  const { t } = useTranslation('admin');
  const [cursor, setCursor] = useState({ key: '', index: -1 });
  const keys = lines.map(({ key }) => key);
  const found = keys.indexOf(cursor.key);
  const at = found >= 0 ? found : Math.min(cursor.index, keys.length - 1);
  const line = lines[at];
  const partOf = (key: string | undefined, part: string) =>
    key === undefined ? null : document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(key)}"] ${part}`);
  const step = (by: 1 | -1) => {
    const opener = partOf(keys[Math.min(keys.length - 1, Math.max(0, at + by))], '[data-opens]');
    opener?.focus({ preventScroll: true });
    opener?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    e: () => partOf(line?.key, '[data-handles]')?.click(),
    z: () => onSnooze(line),
    a: () => onAssign(line),
    m: () => onMacro(line),
    x: () => line && onTick(line),
    '?': onHelp,
  });
  return {
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
    ],
  };
}
