import { useTranslation } from 'react-i18next';
import { CalendarScreen } from '#web/features/admin/calendar/calendar-screen.tsx';
import { VisitFacts } from '#web/features/agenda/visit-facts.tsx';
import { VisitMarks } from '#web/features/agenda/visit-marks.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminCalendarPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.calendar')} />
      <CalendarScreen
        details={(visit, now, onDone) => (
          <>
            <VisitFacts visit={visit} />
            <VisitMarks visit={visit} now={now} onDone={onDone} />
          </>
        )}
      />
    </>
  );
}
