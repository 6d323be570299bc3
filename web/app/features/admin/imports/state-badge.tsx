import { useTranslation } from 'react-i18next';
import type { Import } from '#contract/imports.ts';
import { StatusBadge, type StatusTone } from '#web/ui/status-badge.tsx';

const tones: Record<Import['state'], StatusTone> = {
  receiving: 'pending',
  checking: 'progress',
  checked: 'awaiting',
  running: 'progress',
  done: 'confirmed',
  undoing: 'progress',
  undone: 'cancelled',
};

export function StateBadge({ state }: { state: Import['state'] }) {
  const { t } = useTranslation('imports');
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}
