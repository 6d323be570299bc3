import { useTranslation } from 'react-i18next';
import type { TimelineEntry } from '#contract/appointments-admin.ts';
import { toneOf } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { Stack } from '#web/ui/layout.tsx';
import { useRefundReason } from '../payments/use-refund-reason.ts';
import styles from './pane.module.css';

/**
 * Shows the history, newest first. Each entry describes the change in words, with the person and the time. The colour
 * of the entry's dot also shows the new status.
 */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation(['admin', 'appointments']);
  const { dateTime } = useFormat();
  const refundReason = useRefundReason();
  const newest = entries.toSorted((one, other) => other.id - one.id);
  return (
    <Stack as="ol" gap={10} className={styles.timeline}>
      {newest.map((entry) => (
        <li key={entry.id}>
          <span className={styles.dot} data-tone={entry.to_status ? toneOf[entry.to_status] : 'plain'} />
          <span>
            <Words entry={entry} />
            <small>
              <bdi>{entry.actor_name ?? t('timeline.service')}</bdi>
              {entry.reason && `: ${entry.kind === 'refund_failed' ? refundReason(entry.reason) : entry.reason}`}
            </small>
          </span>
          <time dateTime={entry.at}>{dateTime(entry.at)}</time>
        </li>
      ))}
    </Stack>
  );
}

function Words({ entry: { kind, from_status, to_status, details } }: { entry: TimelineEntry }) {
  const { t } = useTranslation(['admin', 'appointments']);
  const { money } = useFormat();
  if (kind === 'status_changed' && from_status && to_status) {
    const from = t(`appointments:status.${from_status}`);
    return <>{t('timeline.move', { from, to: t(`appointments:status.${to_status}`) })}</>;
  }
  const { amount_cents, patient_price_cents, currency, asked_cents, asked_currency } = details;
  const sum = (cents: unknown, unit: unknown) =>
    typeof cents === 'number' ? money(cents, typeof unit === 'string' ? unit : undefined) : '';
  const asked = sum(asked_cents, asked_currency);
  const words = [
    t(`timeline.${kind}`),
    sum(amount_cents ?? patient_price_cents, currency),
    asked && t('timeline.asked_amount', { amount: asked }),
    details['is_other_person'] === true && t('timeline.other_person'),
    details['is_time_gone'] === true && t('timeline.time_gone'),
    details['is_other_quote'] === true && t('timeline.other_quote'),
  ];
  return <>{words.filter(Boolean).join(', ')}</>;
}
