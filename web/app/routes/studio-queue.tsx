import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { CalibrationNotice } from '#web/features/calibration/calibration-notice.tsx';
import { Bell } from '#web/features/notifications/bell.tsx';
import { AccountMenu } from '#web/features/shell/app-layout.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { NurseBar } from '#web/features/studio/bar/nurse-bar.tsx';
import { QueuePage } from '#web/features/studio/queue/queue-page.tsx';
import { keepsOut, NotYet } from '#web/features/studio/queue/queue-refused.tsx';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';

// Only nurses see the agenda on this page, so its code is loaded on demand. Doctors see their agenda on a separate
// page.
const AgendaPage = lazy(async () => ({ default: (await import('#web/features/agenda/agenda-page.tsx')).AgendaPage }));

/**
 * The start page of practitioners. It shows the queue to doctors. Nurses have no queue, so it shows them their own
 * visits.
 */
export default function StudioQueue() {
  const { user } = useSession();
  return (
    <RequireUser roles={['practitioner']}>
      {user?.profession === 'nurse' ? <NurseStart user={user} /> : <DoctorStart user={user} />}
    </RequireUser>
  );
}

function DoctorStart({ user }: { user: Me | null }) {
  const { t } = useTranslation('studio');
  return (
    <>
      <PageMeta title={t('title.open')} />
      <QueuePage
        notice={
          // The queue must not wait until the notice and its translations are loaded.
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
            {user && <Account user={user} />}
          </>
        }
      />
    </>
  );
}

function NurseStart({ user }: { user: Me }) {
  const { t } = useTranslation('studio');
  return (
    <>
      <PageMeta title={t('agenda')} />
      <Suspense>
        <AgendaPage
          bar={<NurseBar brand={<Brand to="/studio" room={t('room')} />} account={<Account user={user} />} />}
          video={null}
          refused={(code, onRetry, busy) =>
            keepsOut(code) ? <NotYet refusal={code} onRetry={onRetry} busy={busy} /> : null
          }
        />
      </Suspense>
    </>
  );
}

function Account({ user }: { user: Me }) {
  return (
    <>
      <LanguageMenu />
      <Bell userId={user.id} />
      <AccountMenu user={user} />
    </>
  );
}
