import { useTranslation } from 'react-i18next';
import type { Shortcut } from '#web/ui/shortcuts.tsx';
import { toolKeys } from '../marks/tool-context.ts';

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
export function useRoomHints(): Shortcut[] {
  const { t } = useTranslation('studio');
  return hints.map(([keys, text]) => ({
    keys: keys.map((key) => (key === SPACE ? t('keys.space_bar') : key)),
    text: t(text),
  }));
}
