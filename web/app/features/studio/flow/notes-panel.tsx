import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './flow.module.css';
import { Versions } from './versions.tsx';

const NOTE_MAX = 8000;

/** Shows the notes between doctors, and the versions of the draft. */
export function NotesPanel() {
  const { t } = useTranslation('studio');
  const { note } = useWorkspace();
  const { body, state, theirs } = useSyncExternalStore(note.subscribe, note.snapshot);
  return (
    <Stack as="section" gap={16} className={styles.body} aria-label={t('tab.notes')}>
      <TextArea
        label={t('note.label')}
        hint={t(`note.${state}`)}
        rows={6}
        maxLength={NOTE_MAX}
        required={false}
        value={body}
        onChange={(event) => note.write(event.currentTarget.value)}
      />
      {theirs !== null && (
        <div>
          <p className={styles.fault}>{t('note.theirs')}</p>
          <blockquote>{theirs}</blockquote>
        </div>
      )}
      <Versions />
    </Stack>
  );
}
