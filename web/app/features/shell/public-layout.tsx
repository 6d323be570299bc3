import { Suspense } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { type ClientLoaderFunctionArgs, Outlet, redirectDocument, useLoaderData } from 'react-router';
import type { PublicSite } from '#contract/site.ts';
import { startOf } from '#contract/start-of.ts';
import { loadSite } from '#web/lib/load-site.server.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { SiteContext, useSite } from '#web/lib/use-site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useIsOffer } from './use-is-offer.ts';
import './site-header.css';
import './public-layout.css';

export const loader = loadSite;

/** Loads the document from the service, because pages of this layout are sent without React. */
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

function SiteHeader() {
  const { t } = useTranslation(['ui', 'site']);
  const isOffer = useIsOffer();
  const reader = useSite()?.reader;
  return (
    <header className="site-header">
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <div className="page site-header__row">
        <Brand />
        <LanguageMenu />
        {!isOffer && (
          <LocalisedLink to={reader ? startOf(reader) : '/login'} className="site-header__link" reloadDocument>
            {reader ? t('site:mySpace') : t('signIn')}
          </LocalisedLink>
        )}
        <LocalisedLink to="/unlock" className={buttonClass({ size: 's' }, 'site-header__start')}>
          {t('unlock')}
        </LocalisedLink>
      </div>
    </header>
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
