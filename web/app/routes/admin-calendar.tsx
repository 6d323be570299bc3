import { useTranslation } from 'react-i18next';
import { CalendarScreen } from '#web/features/admin/calendar-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminCalendarPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.calendar')} />
      <CalendarScreen />
    </>
  );
}
