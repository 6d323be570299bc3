import { useTranslation } from 'react-i18next';
import { AgendaPage } from '#web/features/agenda/agenda-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { keepsOut, NotYet } from '#web/features/studio/queue/queue-refused.tsx';
import { DoctorVisits } from '#web/features/video/doctor-visits.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function StudioAgendaRoute() {
  const { t } = useTranslation('agenda');
  return (
    <RequireUser roles={['practitioner']}>
      <PageMeta title={t('title')} />
      <AgendaPage
        video={<DoctorVisits />}
        refused={(code, onRetry, busy) =>
          keepsOut(code) ? <NotYet refusal={code} onRetry={onRetry} busy={busy} /> : null
        }
      />
    </RequireUser>
  );
}
