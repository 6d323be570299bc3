import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '#contract/case-flow.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { usePictures } from './shown-picture.tsx';
import styles from './video.module.css';

/** The field for the note of the case. The studio shows the same note. */
export function NoteField({ visitId, caseId }: { visitId: string; caseId: string }) {
  const { data } = usePictures(visitId);
  return data?.note ? <Note caseId={caseId} first={data.note} /> : null;
}

interface NoteVersion {
  readonly version: number;
  readonly body: string;
}

function Note({ caseId, first }: { caseId: string; first: NoteVersion }) {
  const { t } = useTranslation('video-doctor');
  const errorText = useErrorText();
  const [saved, setSaved] = useState(first);
  const [body, setBody] = useState(first.body);
  const { mutate, isPending, error } = useMutation(
    api.caseFlow.saveCaseNote.mutationOptions({
      onSuccess: ({ version, body: stored }) => setSaved({ version, body: stored }),
      onError: (refused, sent) => {
        const refusal = refusalOf(refused);
        if (refusal?.code !== 'NOTE_OUTDATED') return;
        // Another window has saved the note in the meantime. The field then contains both texts, and the newer text
        // comes first.
        const newer = refusal.data as NoteVersion;
        setSaved(newer);
        setBody(`${newer.body}\n\n${sent.body}`);
      },
    }),
  );
  const isSaved = body === saved.body;
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaved) mutate({ case_id: caseId, base_version: saved.version, body });
      }}
    >
      <TextArea
        label={t('note.label')}
        hint={t('note.hint')}
        rows={6}
        maxLength={NOTE_MAX}
        value={body}
        error={error ? errorText(error) : undefined}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <Button type="submit" size="s" busy={isPending} disabled={isSaved}>
        {t(isSaved && saved.version > 0 ? 'note.saved' : 'note.save')}
      </Button>
    </form>
  );
}
