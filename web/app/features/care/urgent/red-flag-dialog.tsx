import { useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { RedFlag } from '#contract/community/red-flags.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from '../care.module.css';
import { EmergencyCalls, OtherCalls, useCountry } from './emergency-calls.tsx';
import { UrgentDialog } from './urgent-dialog.tsx';

interface Props {
  sign: RedFlag;
  onPost: () => void;
  onClose: () => void;
}

/**
 * A dialog that opens if a community post mentions a symptom that cannot wait for replies. It shows instructions and
 * emergency numbers. The person can still publish the post.
 */
export default function RedFlagDialog({ sign, onPost, onClose }: Props) {
  const { t } = useTranslation(['community-writing', 'care']);
  const locale = useLocale();
  const { user } = useSession();
  const [country, setCountry] = useCountry(user?.phone ?? null);
  const [isReporting, setReporting] = useState(false);
  const isDistress = sign === 'distress';
  return (
    <I18nProvider locale={locale}>
      {isReporting ? (
        <UrgentDialog onClose={onClose} />
      ) : (
        <Dialog
          isOpen
          onClose={onClose}
          title={t('flag.title')}
          lead={t(isDistress ? 'flag.distress' : 'flag.lead')}
          footer={
            <>
              <Button variant="quiet" onClick={onPost}>
                {t('flag.post')}
              </Button>
              <Button onClick={onClose}>{t('flag.edit')}</Button>
            </>
          }
        >
          <Stack gap={20} className={styles.emergency}>
            {isDistress ? <OtherCalls country={country} /> : <p>{t(`care:urgent.do.${sign}`)}</p>}
            <EmergencyCalls country={country} onChange={setCountry} />
            {!isDistress && user?.role === 'patient' && (
              <p>
                {t('flag.team')}{' '}
                <Button size="s" onClick={() => setReporting(true)}>
                  {t('care:urgent.open')}
                </Button>
              </p>
            )}
          </Stack>
        </Dialog>
      )}
    </I18nProvider>
  );
}
