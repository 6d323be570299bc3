import { useTranslation } from 'react-i18next';
import { PassportPage } from '#web/features/care/passport/passport-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function DashboardPassportRoute() {
  const { t } = useTranslation('treatment-passport');
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('title')} />
      <PassportPage />
    </RequireUser>
  );
}
