import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { CalendarsPage } from '#web/features/studio/calendars/calendars-page.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function StudioCalendarsRoute() {
  const { t } = useTranslation('bookings');
  return (
    <RequireUser roles={['practitioner']}>
      <PageMeta title={t('calendars.title')} />
      <CalendarsPage />
    </RequireUser>
  );
}
