import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reopening, WHY_MAX, WHY_MIN } from '#contract/care-relation.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './reopenings.module.css';

const refresh = () =>
  Promise.all(
    [api.caseFlow.listReopenings.key(), api.casesAdmin.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

/**
 * Lists the requests to reopen signed cases. An administrator decides the requests of doctors, and a doctor decides
 * those of administrators.
 */
export function Reopenings() {
  const { t } = useTranslation('admin');
  const { data = [] } = useQuery(api.caseFlow.listReopenings.queryOptions());
  if (data.length === 0) return null;
  return (
    <Stack as="section" gap={8} className={styles.list} aria-label={t('reopening.title')}>
      <h2>{t('reopening.title')}</h2>
      <ul>
        {data.map((reopening) => (
          <Request key={reopening.id} reopening={reopening} />
        ))}
      </ul>
    </Stack>
  );
}

function Request({ reopening }: { reopening: Reopening }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.caseFlow.answerReopening.mutationOptions({
      onSuccess: async (_, { agrees }) => {
        toast({ kind: 'info', title: t(agrees ? 'reopening.done' : 'reopening.declined') });
        await refresh();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const { id, number, note, may_answer, expires_at, signed_by_name } = reopening;
  return (
    <li>
      <p>
        <b>{t('reopening.asked', { name: reopening.asked_by_name ?? '', number })}</b>{' '}
        {signed_by_name && <span>{t('reopening.signedBy', { name: signed_by_name })}</span>}
        <q>{note}</q>
      </p>
      <Countdown until={expires_at} />
      {may_answer ? (
        <Row as="span" gap={8}>
          <Button
            size="xs"
            variant="quiet"
            disabled={isPending}
            onClick={() => mutate({ reopening_id: id, agrees: false })}
          >
            {t('reopening.decline')}
          </Button>
          <Button size="xs" variant="ink" busy={isPending} onClick={() => mutate({ reopening_id: id, agrees: true })}>
            {t('reopening.agree')}
          </Button>
        </Row>
      ) : (
        <span className={styles.quiet}>{t('reopening.waits')}</span>
      )}
    </li>
  );
}

/** A button next to a signed case. It opens the dialog for asking to reopen that case. */
export function AskReopening({ caseId, number }: { caseId: string; number: string }) {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="quiet" aria-label={`${t('reopening.ask')}, ${number}`} onClick={() => setOpen(true)}>
        {t('reopening.ask')}
      </Button>
      {isOpen && <AskDialog caseId={caseId} number={number} onClose={() => setOpen(false)} />}
    </>
  );
}

function AskDialog({ caseId, number, onClose }: { caseId: string; number: string; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [note, setNote] = useState('');
  const [isShort, setShort] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.caseFlow.askReopening.mutationOptions({
      onSuccess: async () => {
        toast({ kind: 'info', title: t('reopening.sent') });
        onClose();
        await refresh();
      },
    }),
  );
  const send = () => (note.trim().length < WHY_MIN ? setShort(true) : mutate({ case_id: caseId, note: note.trim() }));
  return (
    <FormDialog
      onClose={onClose}
      title={`${t('reopening.ask')}, ${number}`}
      lead={t('reopening.askLead')}
      size="s"
      action={t('reopening.ask')}
      busy={isPending}
      problem={error ? errorText(error) : undefined}
      onSubmit={send}
    >
      <TextArea
        label={t('reopening.note')}
        hint={t('reopening.noteHint')}
        rows={3}
        maxLength={WHY_MAX}
        value={note}
        error={isShort ? t('reopening.short') : undefined}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setShort(false);
        }}
      />
    </FormDialog>
  );
}
