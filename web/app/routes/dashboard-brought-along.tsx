import { useTranslation } from 'react-i18next';
import { BroughtAlongPage } from '#web/features/clinical/brought-along-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function DashboardBroughtAlongRoute() {
  const { t } = useTranslation('brought-along');
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('title')} />
      <BroughtAlongPage />
    </RequireUser>
  );
}
