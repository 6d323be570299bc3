import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RedFlag } from '#contract/community/red-flags.ts';
import { EmergencyCalls, OtherCalls, useCountry } from '#web/features/care/urgent/emergency-calls.tsx';
import { useSession } from '#web/lib/session.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Button } from '#web/ui/button.tsx';
import { CommunityDialog } from '../parts/community-dialog.tsx';
import styles from './red-flag-dialog.module.css';

const UrgentDialog = onDemand(async () => (await import('#web/features/care/urgent/urgent-dialog.tsx')).UrgentDialog);

interface Props {
  sign: RedFlag;
  onPost: () => void;
  onClose: () => void;
}

/** A text speaks of a sign that cannot wait for replies. Whom to call comes first; the text can still be posted. */
export default function RedFlagDialog({ sign, onPost, onClose }: Props) {
  const { t } = useTranslation(['community', 'care']);
  const { user } = useSession();
  const [country, setCountry] = useCountry(user?.phone ?? null);
  const [isReporting, setReporting] = useState(false);
  if (isReporting) return <UrgentDialog onClose={onClose} />;
  return (
    <CommunityDialog
      onClose={onClose}
      title={t('flag.title')}
      lead={t(sign === 'distress' ? 'flag.distress' : 'flag.lead')}
      footer={
        <>
          <Button variant="quiet" onClick={onPost}>
            {t('flag.post')}
          </Button>
          <Button onClick={onClose}>{t('flag.edit')}</Button>
        </>
      }
    >
      <div className={styles.help}>
        {sign === 'distress' && <OtherCalls country={country} />}
        {sign !== 'distress' && <p className={styles.sign}>{t(`care:urgent.do.${sign}`)}</p>}
        <EmergencyCalls country={country} onChange={setCountry} />
        {sign !== 'distress' && user?.role === 'patient' && (
          <p>
            {t('flag.team')}{' '}
            <Button size="s" onClick={() => setReporting(true)}>
              {t('care:urgent.open')}
            </Button>
          </p>
        )}
      </div>
    </CommunityDialog>
  );
}
