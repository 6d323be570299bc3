import { useTranslation } from 'react-i18next';
import { MonthsPage } from '#web/features/months/months-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function DashboardMonthsRoute() {
  const { t } = useTranslation('months');
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('heading')} />
      <MonthsPage />
    </RequireUser>
  );
}
