import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { AccessibilityPage } from '#web/features/site/compliance/accessibility-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function LegalAccessibility() {
  const { t } = useTranslation('compliance');
  return (
    <main id="content">
      <PageMeta title={t('accessibility.title')} description={t('accessibility.description')} indexed />
      <AccessibilityPage />
    </main>
  );
}
