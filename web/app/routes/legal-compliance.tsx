import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { CompliancePage } from '#web/features/site/compliance/compliance-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function LegalCompliance() {
  const { t } = useTranslation('compliance');
  return (
    <main id="content">
      <PageMeta title={t('compliance.title')} description={t('compliance.description')} indexed />
      <CompliancePage />
    </main>
  );
}
