import { useTranslation } from 'react-i18next';
import { HealthPage } from '#web/features/care/health/health-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function DashboardHealthRoute() {
  const { t } = useTranslation('care');
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('history.title')} />
      <HealthPage />
    </RequireUser>
  );
}
