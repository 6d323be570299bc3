import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { VulnerabilitiesPage } from '#web/features/site/compliance/vulnerabilities-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function LegalVulnerabilities() {
  const { t } = useTranslation('compliance');
  return (
    <main id="content">
      <PageMeta title={t('vulnerabilities.title')} description={t('vulnerabilities.description')} indexed />
      <VulnerabilitiesPage />
    </main>
  );
}
