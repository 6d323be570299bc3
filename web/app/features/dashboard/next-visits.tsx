import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useZoned } from '#web/lib/zoned.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './next-visits.module.css';
import { useSummary } from './use-summary.ts';

/**
 * Shows the next visits, and offers that wait for the patient. The full list of appointments is further down the page.
 */
export function NextVisits() {
  const { t } = useTranslation('dashboard-cards');
  const { moment } = useZoned();
  const visits = useSummary().data?.appointments ?? [];
  if (visits.length === 0) return null;
  return (
    <ul className={styles.visits}>
      {visits.map(({ appointment_id, status, scheduled_at, timezone, city, is_video }) => (
        <li key={appointment_id} data-status={status}>
          <Icon as={CalendarDays} />
          <p>
            <b>{t(`visit.${status}`)}</b>
            <span>
              {is_video
                ? t('visit.byVideo', { moment: moment(scheduled_at, timezone) })
                : t('visit.when', { moment: moment(scheduled_at, timezone), city })}
            </span>
          </p>
          <LocalisedLink to={`/dashboard?appointment=${appointment_id}`} className="link small" preventScrollReset>
            {t('visit.see')}
          </LocalisedLink>
        </li>
      ))}
    </ul>
  );
}
