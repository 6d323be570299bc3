import { Circle, FileCheck2, Lock, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { QueueRow } from '#contract/simulation.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './queue.module.css';

/** Who works on the case, as an icon and a word. */
export function CaseState({ row, isMine }: { row: QueueRow; isMine: boolean }) {
  const { t } = useTranslation('studio');
  const [icon, text] =
    row.status === 'published'
      ? ([FileCheck2, t('state.signed')] as const)
      : row.practitioner_id === null
        ? ([Circle, t('state.unclaimed')] as const)
        : isMine
          ? ([UserRound, t('state.yours')] as const)
          : ([Lock, row.practitioner_name ? t('doctor', { name: row.practitioner_name }) : t('state.taken')] as const);
  return (
    <span className={styles.state}>
      <Icon as={icon} size="s" />
      <span className={styles.clip}>{text}</span>
    </span>
  );
}
