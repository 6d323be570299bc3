import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { ownToday } from '#web/lib/day.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { recentTreatments } from './recent-treatments.ts';
import styles from './recovery-start.module.css';

interface Props {
  onStart: (start: { title: string; tags: string[] }) => void;
}

/**
 * Suggests titles for a thread about a recovery, to patients who were treated in the last weeks. A chosen title is only
 * filled into the field. The patient decides whether to post the thread.
 */
export default function RecoveryStart({ onStart }: Props) {
  const { t } = useTranslation('community-writing');
  const passport = useQuery(api.treatmentRecords.getMyPassport.queryOptions());
  const booked = useQuery(api.appointments.getMyAppointments.queryOptions());
  if (!passport.data || !booked.data) return null;
  const recent = recentTreatments(passport.data.records, booked.data, ownToday());
  if (recent.length === 0) return null;
  return (
    <Stack gap={8} className={styles.start}>
      <p>{t('recovery.lead')}</p>
      <ul>
        {recent.map(({ kind, days }) => {
          const treatment = t(`recovery.${kind}`);
          const title = days === 0 ? t('recovery.today', { treatment }) : t('recovery.title', { day: days, treatment });
          return (
            <li key={kind}>
              <Button size="s" className={styles.title} onClick={() => onStart({ title, tags: [t('recovery.tag')] })}>
                {title}
              </Button>
            </li>
          );
        })}
      </ul>
      <p className="small muted">{t('recovery.note')}</p>
    </Stack>
  );
}
