import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ClinicScreen } from '#web/features/admin/clinics/clinic-screen.tsx';
import { MemberHours } from '#web/features/hours/member-hours.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { SiteFeedsDialog } from '#web/features/studio/calendars/site-feeds.tsx';

export default function AdminClinicPage() {
  const { t } = useTranslation('clinics');
  const { clinicId = '' } = useParams();
  return (
    <>
      <PageMeta title={t('clinic.title')} />
      <ClinicScreen
        id={clinicId}
        hours={(clinic) => <MemberHours clinic={clinic} />}
        calendars={(site, onClose) => <SiteFeedsDialog site={site} onClose={onClose} />}
      />
    </>
  );
}
