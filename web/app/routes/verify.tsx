import { useTranslation } from 'react-i18next';
import { VerifyPage } from '#web/features/care/verify-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function Verify() {
  const { t } = useTranslation('care');
  return (
    <main id="content">
      <PageMeta title={t('verify.title')} description={t('verify.lead')} indexed />
      <VerifyPage />
    </main>
  );
}
