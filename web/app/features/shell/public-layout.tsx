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

/** Loads the document from the server, because pages of this layout are sent without React. */
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

/** A line that only an administrator sees, after requesting a preview. */
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
