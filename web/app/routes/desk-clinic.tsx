import { useTranslation } from 'react-i18next';
import { SiteDaysDialog } from '#web/features/admin/clinics/site-days-dialog.tsx';
import { DeskClinicPage } from '#web/features/desk/desk-clinic-page.tsx';
import { MemberHours } from '#web/features/hours/member-hours.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { SiteFeedsDialog } from '#web/features/studio/calendars/site-feeds.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function DeskClinicRoute() {
  const { t } = useTranslation('agenda');
  return (
    <RequireUser roles={['desk']}>
      <PageMeta title={t('desk.clinic')} />
      <DeskClinicPage
        hours={({ id, practitioners }) => (
          <MemberHours
            clinic={{ id, members: practitioners.map((person) => ({ user_id: person.id, name: person.name })) }}
          />
        )}
        days={(site, { practitioners }, onClose) => (
          <SiteDaysDialog site={site} people={practitioners} onClose={onClose} />
        )}
        calendars={(site, onClose) => <SiteFeedsDialog site={site} onClose={onClose} />}
      />
    </RequireUser>
  );
}
