import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { HelpPage } from '#web/features/site/help-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function Help() {
  const { t } = useTranslation('site');
  return (
    <main id="content">
      <PageMeta title={t('help.title')} description={t('help.description')} indexed />
      <HelpPage />
    </main>
  );
}
