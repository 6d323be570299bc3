import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyWait, MyWaits } from '#contract/waiting-list.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './waiting.module.css';

const EndWaitDialog = onDemand(async () => (await import('./end-wait-dialog.tsx')).EndWaitDialog);

interface Props {
  wait: MyWait;
  /** Opens the dialog that changes the entry. The function is undefined if the service is no longer offered. */
  onChange: (() => void) | undefined;
}

/**
 * Shows one entry in the waiting list: its service, its state, and the possible actions. It does not show the patient's
 * position in the queue. Patients have different preferences, so a position would look like a promise.
 */
export function WaitRow({ wait, onChange }: Props) {
  const { t } = useTranslation('waiting');
  const { commas, dayOfYear } = useFormat();
  const resume = useMutation(api.waitingList.resumeMyWait.mutationOptions(useAnswer('resumed')));
  const end = useMutation(api.waitingList.endMyWait.mutationOptions(useAnswer('ended')));
  const [asksEnd, setAsksEnd] = useState(false);
  const isBusy = resume.isPending || end.isPending;
  const who = [wait.clinic_name, wait.practitioner_name ?? '', wait.site_name ?? ''].filter(Boolean);
  const days = t('days', { first: dayOfYear(wait.first_day), last: dayOfYear(wait.last_day) });
  return (
    <Row as="li" gap={16} rowGap={8} align="center" justify="between" wrap className={styles.row}>
      <Stack gap={4} className={styles.wish}>
        <strong>
          <bdi>{wait.service_name}</bdi>
        </strong>
        <span className="small muted">
          <bdi>{commas(who)}</bdi>
        </span>
        <span className="small muted">{days}</span>
        {wait.part !== 'any' && <span className="small muted">{t(`part.${wait.part}`)}</span>}
        {wait.appointment_id && (
          <span className="small">
            {t('kept')} <LocalisedLink to={`/dashboard?appointment=${wait.appointment_id}`}>{t('see')}</LocalisedLink>
          </span>
        )}
        {wait.is_paused && <span className="small">{t('paused')}</span>}
      </Stack>
      <Row gap={8} wrap>
        {wait.is_paused && (
          <Button size="xs" variant="ink" disabled={isBusy} onClick={() => resume.mutate({ wait_id: wait.id })}>
            {t('resume')}
            <OfService wait={wait} />
          </Button>
        )}
        {onChange && (
          <Button size="xs" variant="line" disabled={isBusy} onClick={onChange}>
            {t('change')}
            <OfService wait={wait} />
          </Button>
        )}
        <Button size="xs" variant="quiet" disabled={isBusy} onClick={() => setAsksEnd(true)}>
          {t('end')}
          <OfService wait={wait} />
        </Button>
      </Row>
      {asksEnd && (
        <EndWaitDialog
          service={wait.service_name}
          busy={end.isPending}
          onEnd={() => end.mutate({ wait_id: wait.id })}
          onClose={() => setAsksEnd(false)}
        />
      )}
    </Row>
  );
}

/** The name of the service, for screen readers only. It distinguishes the buttons of different rows. */
const OfService = ({ wait }: { wait: MyWait }) => <span className="visually-hidden"> {wait.service_name}</span>;

/**
 * Returns handlers for the response after the patient resumes or ends an entry. After a success they show the entries
 * in the response. After an error the list is loaded again, because it may have changed elsewhere.
 */
function useAnswer(done: 'resumed' | 'ended') {
  const { t } = useTranslation('waiting');
  const errorText = useErrorText();
  const queryKey = api.waitingList.listMyWaits.queryKey();
  return {
    onSuccess: (waits: MyWaits) => {
      queryClient.setQueryData(queryKey, waits);
      toast({ kind: 'success', title: t(done) });
    },
    onError: (error: unknown) => {
      toast({ kind: 'error', title: errorText(error) });
      void queryClient.invalidateQueries({ queryKey });
    },
  };
}
