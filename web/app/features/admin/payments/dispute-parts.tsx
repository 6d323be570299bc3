import { useTranslation } from 'react-i18next';
import type { DisputeRow } from '#contract/appointments-admin.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import screen from '../screen.module.css';
import styles from './payments.module.css';

const tones = {
  needs_response: 'awaiting',
  under_review: 'progress',
  won: 'confirmed',
  lost: 'cancelled',
  closed: 'done',
} as const;

export function DisputeState({ status }: Pick<DisputeRow, 'status'>) {
  const { t } = useTranslation('disputes');
  return <StatusBadge tone={tones[status]}>{t(`state.${status}`)}</StatusBadge>;
}

const DAY_MS = 86_400_000;

/**
 * Shows the deadline and the days until then. The days are left out if the dispute has ended or the bank is deciding
 * it.
 */
export function Deadline({ dispute }: { dispute: Pick<DisputeRow, 'evidence_due_at' | 'status'> }) {
  const { t } = useTranslation('disputes');
  const { date } = useFormat();
  const now = useNow();
  if (!dispute.evidence_due_at) return t('noDeadline');
  const left_ms = new Date(dispute.evidence_due_at).getTime() - now;
  const days = Math.floor(left_ms / DAY_MS);
  const left = left_ms < 0 ? t('leftOver') : days === 0 ? t('leftToday') : t('left', { count: days });
  return (
    <span className={styles.deadline}>
      {date(dispute.evidence_due_at)}
      {dispute.status === 'needs_response' && <span className={days < 3 ? screen.late : 'muted'}>{left}</span>}
    </span>
  );
}
