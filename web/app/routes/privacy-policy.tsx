import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { LegalPage } from '#web/features/site/legal-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function PrivacyPolicy() {
  const { t } = useTranslation('legal');
  return (
    <main id="content">
      <PageMeta title={t('privacy.title')} description={t('privacy.description')} indexed />
      <LegalPage text="privacy" />
    </main>
  );
}
