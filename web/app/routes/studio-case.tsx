import { Bell } from '#web/features/notifications/bell.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { CasePage } from '#web/features/studio/case/case-page.tsx';
import { CaseVisits } from '#web/features/video/case-visits.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';

export default function StudioCaseRoute() {
  const { user } = useSession();
  return (
    <RequireUser roles={['practitioner']}>
      <CasePage
        titled={(title) => <PageMeta title={title} />}
        bell={user && <Bell userId={user.id} />}
        visits={(caseId) => <CaseVisits caseId={caseId} />}
      />
    </RequireUser>
  );
}
