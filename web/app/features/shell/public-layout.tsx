import { Suspense } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import './public-layout.css';

export default function PublicLayout() {
  return (
    <>
      <PreviewBar />
      <SiteHeader />
      <Suspense fallback={<Spinner page />}>
        <Outlet />
      </Suspense>
      <SiteFooter />
    </>
  );
}

/** Only an administrator who asked for a preview is sent this line. */
function PreviewBar() {
  const { t } = useTranslation('site');
  return (
    <p className="preview-bar" hidden data-if="preview">
      <Trans
        t={t}
        i18nKey="preview.bar"
        values={{ region: 'global' }}
        components={{ b: <b data-fill="preview.region" /> }}
      />
    </p>
  );
}
