import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';

interface Props {
  terms: Pick<NonNullable<MyAppointment['offer']>, 'free_until' | 'kept_cents'>;
  scheduled_at: string;
  timezone: string | null;
  currency: string | null;
}

/** What cancelling costs, and from when on, by the clock of the place. The quote says it in full. */
export function Terms({ terms: { free_until, kept_cents }, scheduled_at, timezone, currency }: Props) {
  const { t } = useTranslation('appointments');
  const { money } = useFormat();
  const { moment } = useZoned();
  const isFree = Date.parse(free_until) > useNow();
  const hours = Math.round((Date.parse(scheduled_at) - Date.parse(free_until)) / 3_600_000);
  const values = { moment: moment(free_until, timezone ?? ownZone()), hours };
  const kept = kept_cents !== null && { ...values, amount: money(kept_cents, currency ?? undefined) };
  return (
    <p className="small">
      {kept
        ? t(isFree ? 'terms.keptLater' : 'terms.kept', kept)
        : t(isFree ? 'offer.cancelFree' : 'offer.cancelLate', values)}
    </p>
  );
}
