import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX } from '#contract/care.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { useUnsentText } from '#web/lib/unsent-text.ts';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { Thread } from '#web/ui/thread.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './flow.module.css';
import { useBackground } from './use-background.ts';

/** The name of the tab, with the number of unread messages. */
export function MessagesTitle() {
  const { t } = useTranslation('studio');
  const unread = useBackground().data?.unread_messages ?? 0;
  return <>{unread > 0 ? t('messages.unread', { count: unread }) : t('tab.messages')}</>;
}

/** Shows the conversation with the patient. A doctor may always start the conversation. */
export function MessagesPanel() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const { dateTime } = useFormat();
  const thread = useQuery(api.care.listCaseMessages.queryOptions({ input: { case_id: studioCase.id } }));
  const { first_name } = studioCase.patient;
  return (
    <Stack as="section" gap={16} className={styles.body} aria-label={t('tab.messages')} aria-busy={thread.isPending}>
      {thread.isError && (
        <ErrorState error={thread.error} onRetry={() => void thread.refetch()} busy={thread.isFetching} />
      )}
      {thread.isPending && <SkeletonRows rows={2} />}
      {thread.data?.messages.length === 0 && <p>{t('messages.none', { name: first_name })}</p>}
      {thread.data && thread.data.messages.length > 0 && (
        <Thread
          label={t('tab.messages')}
          messages={thread.data.messages.map(({ id, author_name, is_staff, sent_at, body, read_at }) => ({
            id,
            author: author_name ?? first_name,
            at: sent_at,
            time: is_staff && read_at ? t('messages.read', { time: dateTime(sent_at) }) : dateTime(sent_at),
            body,
            isMine: is_staff,
          }))}
        />
      )}
      {thread.data && <NewMessage onSent={() => thread.refetch()} />}
    </Stack>
  );
}

function NewMessage({ onSent }: { onSent: () => Promise<unknown> }) {
  const { t } = useTranslation('studio');
  const { studioCase, unsent } = useWorkspace();
  const errorText = useErrorText();
  const { body, key, write, arrived } = useUnsentText(unsent);
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.care.postCaseMessage.mutationOptions({
      onSuccess: async (_, sent) => {
        arrived(sent.idempotency_key);
        await onSent();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const send = () =>
    body.trim() === '' ? setFault(t('needed')) : mutate({ case_id: studioCase.id, body, idempotency_key: key });
  return (
    <>
      <TextArea
        label={t('messages.new', { name: studioCase.patient.first_name })}
        rows={4}
        maxLength={MESSAGE_MAX}
        value={body}
        error={fault}
        onChange={(event) => {
          write(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <div className={styles.end}>
        <Button size="xs" variant="primary" busy={isPending} onClick={send}>
          {t('messages.send')}
        </Button>
      </div>
    </>
  );
}
