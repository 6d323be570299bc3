import { Camera, Circle, FileCheck2, Lock, Repeat, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { QueueRow } from '#contract/cases.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './table.module.css';

/** Shows the state of a case as an icon and a text, for example the name of the doctor who works on it. */
export function CaseState({ row, isMine }: { row: QueueRow; isMine: boolean }) {
  const { t } = useTranslation('studio');
  const [icon, text] =
    row.status === 'published'
      ? ([row.is_locked ? Lock : FileCheck2, t('state.signed')] as const)
      : row.is_waiting_for_photos
        ? ([Camera, t('state.waiting')] as const)
        : row.practitioner_id === null
          ? row.assigned_name
            ? ([UserRound, t('state.for', { name: row.assigned_name })] as const)
            : row.is_redo
              ? ([Repeat, t('state.redo')] as const)
              : ([Circle, t('state.unclaimed')] as const)
          : isMine
            ? ([UserRound, t('state.yours')] as const)
            : ([
                Lock,
                row.practitioner_name ? t('doctor', { name: row.practitioner_name }) : t('state.taken'),
              ] as const);
  return (
    <span className={styles.state}>
      <Icon as={icon} size="s" />
      <span className={styles.clip}>{text}</span>
    </span>
  );
}
