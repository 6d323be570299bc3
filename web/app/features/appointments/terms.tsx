import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useMomentOf } from './words.ts';

interface Props {
  terms: Pick<NonNullable<MyAppointment['offer']>, 'free_until' | 'kept_cents'>;
  scheduled_at: string;
  timezone: string | null;
  currency: string | null;
}

/**
 * Shows the cost of cancelling and the time from which this cost applies, in the time zone of the place. The quote
 * contains the full terms.
 */
export function Terms({ terms: { free_until, kept_cents }, scheduled_at, timezone, currency }: Props) {
  const { t } = useTranslation('appointments');
  const { money } = useFormat();
  const isFree = Date.parse(free_until) > useNow();
  const hours = Math.round((Date.parse(scheduled_at) - Date.parse(free_until)) / 3_600_000);
  const until = useMomentOf()({ scheduled_at: free_until, timezone });
  const values = { moment: (until?.here ? until.there : until?.plain) ?? '', hours };
  const kept = kept_cents !== null && { ...values, amount: money(kept_cents, currency ?? undefined) };
  return (
    <p className="small">
      {kept
        ? t(isFree ? 'terms.keptLater' : 'terms.kept', kept)
        : t(isFree ? 'offer.cancelFree' : 'offer.cancelLate', values)}
    </p>
  );
}
