import { Suspense } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { type ClientLoaderFunctionArgs, Outlet, redirectDocument, useLoaderData } from 'react-router';
import type { PublicSite } from '#contract/site.ts';
import { loadSite } from '#web/lib/load-site.server.ts';
import { SiteContext, useSite } from '#web/lib/use-site.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import './public-layout.css';

export const loader = loadSite;

/** A link to a page without React, which is loaded as a document. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  throw redirectDocument(request.url);
}

export default function PublicLayout() {
  const site = useLoaderData<PublicSite | null>();
  return (
    <SiteContext value={site}>
      <PreviewBar />
      <SiteHeader />
      <Suspense fallback={<Spinner page />}>
        <Outlet />
      </Suspense>
      <SiteFooter />
    </SiteContext>
  );
}

/** Only an administrator who requested a preview sees this line. */
function PreviewBar() {
  const { t } = useTranslation('site');
  const site = useSite();
  if (!site?.is_preview) return null;
  return (
    <p className="preview-bar">
      <Trans t={t} i18nKey="preview.bar" values={{ region: site.region }} components={{ b: <b /> }} />
    </p>
  );
}
