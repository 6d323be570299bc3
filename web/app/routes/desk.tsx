import { useTranslation } from 'react-i18next';
import { MoveDialog } from '#web/features/admin/calendar/move-dialog.tsx';
import { VisitFacts } from '#web/features/agenda/visit-facts.tsx';
import { VisitMarks } from '#web/features/agenda/visit-marks.tsx';
import { DeskPage } from '#web/features/desk/desk-page.tsx';
import { DeskRefused, keepsDeskOut } from '#web/features/desk/desk-refused.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function DeskRoute() {
  const { t } = useTranslation('agenda');
  return (
    <RequireUser roles={['desk']}>
      <PageMeta title={t('desk.title')} />
      <DeskPage
        details={(visit, now, onDone) => (
          <>
            <VisitFacts visit={visit} />
            <VisitMarks visit={visit} now={now} onDone={onDone} />
          </>
        )}
        mover={({ visit, to }, now, onClose, onMoved) => (
          <MoveDialog visit={visit} to={to} now={now} onClose={onClose} onMoved={onMoved} />
        )}
        refused={(code, onRetry, busy) =>
          keepsDeskOut(code) ? <DeskRefused code={code} onRetry={onRetry} busy={busy} /> : null
        }
      />
    </RequireUser>
  );
}
