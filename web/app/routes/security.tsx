import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { LegalPage } from '#web/features/site/legal-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function Security() {
  const { t } = useTranslation('legal');
  return (
    <main id="content">
      <PageMeta title={t('security.title')} description={t('security.description')} indexed />
      <LegalPage text="security" />
    </main>
  );
}
