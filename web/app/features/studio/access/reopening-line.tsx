import { useMutation, useQuery } from '@tanstack/react-query';
import { FilePenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Reopening } from '#contract/care-relation.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './access.module.css';

/** Lists requests to reopen a case, above the queue. Only requests that this doctor may decide are listed. */
export function ReopeningLines() {
  const { data = [] } = useQuery(api.caseFlow.listReopenings.queryOptions());
  const mine = data.filter(({ may_answer }) => may_answer);
  if (mine.length === 0) return null;
  return (
    <div className={styles.list}>
      {mine.map((reopening) => (
        <ReopeningLine key={reopening.id} reopening={reopening} />
      ))}
    </div>
  );
}

export function ReopeningLine({ reopening }: { reopening: Reopening }) {
  const { t } = useTranslation('studio');
  const { number, note, may_answer, expires_at } = reopening;
  const name = reopening.asked_by_name ?? t('unknown');
  const asked =
    reopening.asked_as === 'practitioner'
      ? t('reopening.asked', { name: t('doctor', { name }), number })
      : t('reopening.asked', { name, number });
  return (
    <Row
      as="section"
      gap={14}
      rowGap={8}
      align="center"
      wrap
      className={styles.line}
      aria-label={t('reopening.label', { number })}
    >
      <Icon as={FilePenLine} size="s" />
      <p>
        <b>{asked}</b> <span>{note}</span>
      </p>
      <span className={styles.left}>
        <Countdown until={expires_at} />
      </span>
      {may_answer ? (
        <Answer id={reopening.id} />
      ) : (
        <span className={styles.quiet}>
          {t(reopening.asked_as === 'practitioner' ? 'reopening.waits_for_admin' : 'reopening.waits_for_doctor')}
        </span>
      )}
    </Row>
  );
}

function Answer({ id }: { id: string }) {
  const { t } = useTranslation('studio');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.caseFlow.answerReopening.mutationOptions({
      onSuccess: (_, { agrees }) => {
        toast({ kind: 'info', title: t(agrees ? 'reopening.agreed' : 'reopening.declined') });
        for (const queryKey of [api.caseFlow.listReopenings.key(), api.simulation.key()])
          void queryClient.invalidateQueries({ queryKey });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
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
  );
}
