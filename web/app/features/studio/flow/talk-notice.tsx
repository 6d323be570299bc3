import { useMutation } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './flow.module.css';

/**
 * Shown if a doctor must talk with the patient before the patient can pay. The doctor records the talk and its result.
 */
export function TalkNotice({ icon }: { icon: LucideIcon }) {
  const { t } = useTranslation('studio');
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack as="section" gap={6} className={styles.notice} data-level="stop" aria-label={t('talk.title')}>
      <h3>
        <Icon as={icon} size="s" />
        {t('talk.title')}
      </h3>
      <p>{t('talk.text')}</p>
      <p className={styles.end}>
        <Button size="xs" onClick={() => setOpen(true)}>
          {t('talk.record')}
        </Button>
      </p>
      {isOpen && <TalkDialog onClose={() => setOpen(false)} />}
    </Stack>
  );
}

function TalkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const errorText = useErrorText();
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.care.recordExpectationTalk.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.care.key() });
        onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const save = () =>
    note.trim() === '' ? setFault(t('needed')) : mutate({ case_id: studioCase.id, note: note.trim() });
  return (
    <FormDialog onClose={onClose} title={t('talk.record')} action={t('talk.save')} busy={isPending} onSubmit={save}>
      <TextArea
        label={t('talk.note')}
        rows={5}
        maxLength={2000}
        value={note}
        error={fault}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
