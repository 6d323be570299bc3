import { useTranslation } from 'react-i18next';
import { ReportsPage } from '#web/features/community/moderation/reports-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isDesk: true };

export default function CommunityReportsRoute() {
  const { t } = useTranslation('community-reports');
  return (
    <>
      <PageMeta title={t('title')} />
      <ReportsPage />
    </>
  );
}
