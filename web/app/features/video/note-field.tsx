import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '#contract/case-flow.ts';
import type { VideoVisit } from '#contract/video.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { usePictures } from './shown-picture.tsx';
import styles from './video.module.css';

interface NoteVersion {
  readonly version: number;
  readonly body: string;
}

/** Text that is not saved yet, and the saved version on which it is based. */
interface Unsaved {
  readonly base: NoteVersion;
  readonly body: string;
}

export type Note = ReturnType<typeof useNote>;

/**
 * The note of the case during a visit. The text belongs to the page of the visit and not to the screen of the call, so
 * that it is not lost when the call ends.
 */
export function useNote({ id: visit_id, case_id }: VideoVisit) {
  const [unsaved, setUnsaved] = useState<Unsaved>();
  /**
   * Stores the newest saved note. A request in progress may return an older note, so it is cancelled and made again.
   */
  const keepSaved = async ({ version, body }: NoteVersion) => {
    const queryKey = api.video.getVideoPictures.queryKey({ input: { visit_id } });
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (known) => known && { ...known, note: { version, body } });
    void queryClient.invalidateQueries({ queryKey });
  };
  const { mutate, isPending, error } = useMutation(
    api.caseFlow.saveCaseNote.mutationOptions({
      onSuccess: async ({ version, body }) => {
        await keepSaved({ version, body });
        setUnsaved((now) => now && textOn({ version, body }, now.body));
      },
      onError: async (refused) => {
        const refusal = refusalOf(refused);
        if (refusal?.code !== 'NOTE_OUTDATED') return;
        // Another window has saved the note in the meantime. The field then contains both texts, and the newer text
        // comes first.
        const newer = refusal.data as NoteVersion;
        await keepSaved(newer);
        setUnsaved((now) => now && { base: newer, body: `${newer.body}\n\n${now.body}` });
      },
    }),
  );
  const isUnsaved = unsaved !== undefined;
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return {
    visitId: visit_id,
    unsaved,
    isPending,
    error,
    write: (base: NoteVersion, body: string) => setUnsaved(textOn(base, body)),
    save() {
      if (unsaved && case_id) mutate({ case_id, base_version: unsaved.base.version, body: unsaved.body });
    },
  };
}

/** Returns the text as unsaved text, or undefined if it equals the saved text. */
const textOn = (base: NoteVersion, body: string): Unsaved | undefined =>
  body === base.body ? undefined : { base, body };

/** The field for the note of the case. The studio shows the same note. */
export function NoteField({ note }: { note: Note }) {
  const { data } = usePictures(note.visitId);
  const base = note.unsaved?.base ?? data?.note;
  return base ? <NoteForm note={note} base={base} /> : null;
}

/** The field after the call. It is shown only if the note is not saved. */
export const UnsavedNote = ({ note }: { note: Note }) =>
  note.unsaved ? <NoteForm note={note} base={note.unsaved.base} /> : null;

function NoteForm({ note: { unsaved, isPending, error, write, save }, base }: { note: Note; base: NoteVersion }) {
  const { t } = useTranslation('video-doctor');
  const errorText = useErrorText();
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        label={t('note.label')}
        hint={t('note.hint')}
        rows={6}
        maxLength={NOTE_MAX}
        value={unsaved?.body ?? base.body}
        error={error ? errorText(error) : undefined}
        onChange={(event) => write(base, event.currentTarget.value)}
      />
      <Button type="submit" size="s" busy={isPending} disabled={!unsaved}>
        {t(!unsaved && base.version > 0 ? 'note.saved' : 'note.save')}
      </Button>
    </form>
  );
}
