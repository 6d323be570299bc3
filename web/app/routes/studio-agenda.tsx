import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { AgendaPage } from '#web/features/agenda/agenda-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { keepsOut, NotYet } from '#web/features/studio/queue/queue-refused.tsx';
import { DoctorVisits } from '#web/features/video/doctor-visits.tsx';
import { useLocale } from '#web/lib/locale.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';
import { inLanguage } from '#web/paths.ts';

export default function StudioAgendaRoute() {
  const { t } = useTranslation('agenda');
  const { user } = useSession();
  const locale = useLocale();
  const { search } = useLocation();
  // For nurses, the start page is the agenda. They are therefore redirected to the start page.
  if (user?.profession === 'nurse') return <Navigate to={inLanguage('/studio', locale) + search} replace />;
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
