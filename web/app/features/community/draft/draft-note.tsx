import { Check, HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import type { DraftStatus } from './draft-keeper.ts';
import styles from './draft-note.module.css';

/** A line that names the place where the text is saved. */
export function DraftNote({ status }: { status: DraftStatus }) {
  const { t } = useTranslation('community');
  return (
    <p role="status" className={styles.note}>
      {status !== 'none' && (
        <>
          <Icon as={status === 'saved' ? Check : HardDrive} size="s" />
          {t(`draft.${status}`)}
        </>
      )}
    </p>
  );
}
