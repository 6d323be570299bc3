import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CaseThread, MESSAGE_MAX } from '#contract/care.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { keptText, useUnsentText } from '#web/lib/unsent-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Row } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { Thread } from '#web/ui/thread.tsx';
import styles from './care.module.css';

/** Shows the conversation about one case. Typed text stays in the field until it has been sent. */
export function MessagesCard({ caseId }: { caseId: string }) {
  const { t } = useTranslation('care');
  const thread = useQuery(api.care.listCaseMessages.queryOptions({ input: { case_id: caseId } }));
  return (
    <Card title={t('messages.title')} aria-busy={thread.isPending}>
      {thread.data ? (
        <Conversation caseId={caseId} thread={thread.data} onSent={() => thread.refetch()} />
      ) : thread.isError ? (
        <ErrorState error={thread.error} onRetry={() => void thread.refetch()} busy={thread.isFetching} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Card>
  );
}

interface ThreadProps {
  caseId: string;
  thread: CaseThread;
  onSent: () => Promise<unknown>;
}

function Conversation({ caseId, thread: { messages, may_write, is_closed }, onSent }: ThreadProps) {
  const { t } = useTranslation('care');
  const { dateTime } = useFormat();
  return (
    <>
      {is_closed && <p className={styles.text}>{t('messages.closed')}</p>}
      {messages.length === 0 && !is_closed && (
        <p className={styles.text}>{t(may_write ? 'messages.none' : 'messages.not_included')}</p>
      )}
      {messages.length > 0 && (
        <Thread
          label={t('messages.title')}
          messages={messages.map(({ id, is_mine, author_name, sent_at, body }) => ({
            id,
            author: is_mine ? t('messages.me') : (author_name ?? t('messages.doctor')),
            at: sent_at,
            time: dateTime(sent_at),
            body,
            isMine: is_mine,
          }))}
        />
      )}
      {may_write && <NewMessage caseId={caseId} onSent={onSent} />}
    </>
  );
}

function NewMessage({ caseId, onSent }: Pick<ThreadProps, 'caseId' | 'onSent'>) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const { body, key, write, arrived } = useUnsentText(keptText(`message ${caseId}`));
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
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (body.trim() === '') return setFault(t('messages.empty'));
    mutate({ case_id: caseId, body, idempotency_key: key });
  };
  return (
    <form onSubmit={send} noValidate>
      <TextArea
        label={t('messages.new')}
        rows={3}
        maxLength={MESSAGE_MAX}
        value={body}
        error={fault}
        onChange={(event) => {
          write(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <Row justify="end" className={styles.send}>
        <Button type="submit" size="s" variant="ink" busy={isPending}>
          {t('messages.send')}
        </Button>
      </Row>
    </form>
  );
}
