import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';

/** The layout of pages with a single task. Each page has its own bar, and there is no footer. */
export default function BareLayout() {
  return (
    <Suspense fallback={<Spinner page />}>
      <Outlet />
    </Suspense>
  );
}
