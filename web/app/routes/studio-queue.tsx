import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CalibrationNotice } from '#web/features/calibration/calibration-notice.tsx';
import { Bell } from '#web/features/notifications/bell.tsx';
import { AccountMenu } from '#web/features/shell/app-layout.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { QueuePage } from '#web/features/studio/queue/queue-page.tsx';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';

export default function StudioQueue() {
  const { t } = useTranslation('studio');
  const { user } = useSession();
  return (
    <RequireUser roles={['practitioner']}>
      <PageMeta title={t('title.open')} />
      <QueuePage
        notice={
          // The queue must not wait for the notice and its texts.
          <>
            <LocalisedLink to="/studio/agenda" className="link only-small">
              {t('agenda')}
            </LocalisedLink>
            <Suspense>
              <CalibrationNotice />
            </Suspense>
          </>
        }
        brand={<Brand to="/studio" room={t('room')} />}
        account={
          <>
            <LocalisedLink to="/studio/agenda" className="link only-large">
              {t('agenda')}
            </LocalisedLink>
            <LanguageMenu />
            {user && <Bell userId={user.id} />}
            {user && <AccountMenu user={user} />}
          </>
        }
      />
    </RequireUser>
  );
}
