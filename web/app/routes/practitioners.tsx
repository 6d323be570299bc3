import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { DirectoryPage } from '#web/features/directory/directory-page.tsx';
import { DirectoryScript } from '#web/features/directory/directory-script.tsx';
import { loadSearch } from '#web/features/directory/load-directory.server.ts';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export const loader = loadSearch;

export default function Practitioners() {
  const { t } = useTranslation('directory');
  return (
    <main id="content">
      <PageMeta title={t('page.title')} description={t('page.description')} indexed />
      <DirectoryPage {...useLoaderData<typeof loader>()} />
      <DirectoryScript />
    </main>
  );
}
