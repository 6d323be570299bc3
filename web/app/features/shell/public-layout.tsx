import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

export default function PublicLayout() {
  return (
    <>
      <SiteHeader />
      <Suspense fallback={<Spinner page />}>
        <Outlet />
      </Suspense>
      <SiteFooter />
    </>
  );
}
