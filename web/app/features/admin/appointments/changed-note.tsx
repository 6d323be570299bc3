import { useTranslation } from 'react-i18next';
import styles from './pane.module.css';

/**
 * Shows the stored note to a person who is editing it, if a colleague has changed it in the meantime. The person can
 * then copy missing parts before saving.
 */
export function ChangedNote({ note }: { note: string }) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.wish} role="status">
      <p className="strong">{t(note ? 'note.changed' : 'note.removed')}</p>
      {note && <p dir="auto">{note}</p>}
    </div>
  );
}
