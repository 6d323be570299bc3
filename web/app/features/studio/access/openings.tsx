import { useMutation } from '@tanstack/react-query';
import { LockKeyholeOpen, UserRoundSearch } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Opening } from '#contract/care-relation.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { serviceNow } from '#web/lib/service-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './access.module.css';
import { ReopeningLine } from './reopening-line.tsx';

const askAgain = () => queryClient.invalidateQueries({ queryKey: api.simulation.getStudioCase.key() });

/**
 * The lines below the bar of a case. They show each opening and any request to reopen the case. An opening gives a
 * doctor access to the case for one hour.
 */
export function AccessLines() {
  const { studioCase } = useWorkspace();
  const { openings, reopening } = studioCase.access;
  if (openings.length === 0 && !reopening) return null;
  return (
    <div className={styles.lines}>
      {openings.map((opening) => (
        <OpeningLine key={opening.id} opening={opening} />
      ))}
      {reopening && <ReopeningLine reopening={reopening} />}
    </div>
  );
}

function OpeningLine({ opening }: { opening: Opening }) {
  const { t } = useTranslation('studio');
  const { time } = useFormat();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.caseFlow.endOpening.mutationOptions({
      onSuccess: askAgain,
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  useEnd(opening);
  const reason = t(`access.reason.${opening.reason}`);
  const name = opening.doctor_name ? t('doctor', { name: opening.doctor_name }) : t('unknown');
  return (
    <Row
      as="section"
      gap={14}
      rowGap={8}
      align="center"
      wrap
      className={styles.line}
      data-mine={opening.is_mine || undefined}
      aria-label={t('access.opening')}
    >
      <Icon as={opening.is_mine ? LockKeyholeOpen : UserRoundSearch} size="s" />
      <p>
        <b>{opening.is_mine ? t('access.opened', { reason }) : t('access.opened_by', { name, reason })}</b>{' '}
        <span>{opening.is_mine ? t('access.recorded') : opening.note}</span>
      </p>
      <span className={styles.left} title={t('access.until', { time: time(opening.expires_at) })}>
        <Countdown until={opening.expires_at} />
      </span>
      <Button size="xs" busy={isPending} onClick={() => mutate({ opening_id: opening.id })}>
        {t('access.end')}
      </Button>
    </Row>
  );
}

/** Loads the case again when an opening ends, one hour after it began. */
function useEnd({ expires_at }: Opening) {
  useEffect(() => {
    const left_ms = Math.max(0, Date.parse(expires_at) - serviceNow()) + 500;
    const timer = setTimeout(() => void askAgain(), left_ms);
    return () => clearTimeout(timer);
  }, [expires_at]);
}
