import { useTranslation } from 'react-i18next';
import { MyHoursPage } from '#web/features/hours/my-hours-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function StudioHoursRoute() {
  const { t } = useTranslation('clinics');
  return (
    <RequireUser roles={['practitioner']}>
      <PageMeta title={t('mine.title')} />
      <MyHoursPage />
    </RequireUser>
  );
}
