import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/root.tsx';

export const handle: RouteHandle = { static: true };

export default function Home() {
  const { t } = useTranslation(['site', 'ui']);
  return (
    <main id="content" className="page">
      <PageMeta title={t('site:title')} description={t('site:description')} indexed />
      <h1 className="display">{t('site:title')}</h1>
    </main>
  );
}
