import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { TransparencyPage } from '#web/features/site/compliance/transparency-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { serviceFor } from '#web/lib/service.server.ts';

export const handle: RouteHandle = { static: true };

export const loader = async (args: LoaderFunctionArgs) => ({
  years: await serviceFor(args).community.getTransparency({}),
  thisYear: new Date().getUTCFullYear(),
});

export default function LegalModeration() {
  const { t } = useTranslation('transparency');
  return (
    <main id="content">
      <PageMeta title={t('title')} description={t('description')} indexed />
      <TransparencyPage {...useLoaderData<typeof loader>()} />
    </main>
  );
}
