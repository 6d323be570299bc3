import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { LegalNotice } from '#web/features/site/legal-notice.tsx';
import { LegalPage } from '#web/features/site/legal-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function Terms() {
  const { t } = useTranslation('legal');
  return (
    <main id="content">
      <PageMeta title={t('terms.title')} description={t('terms.description')} indexed />
      <LegalPage text="terms" />
      <LegalNotice />
    </main>
  );
}
