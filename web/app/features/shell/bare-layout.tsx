import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';

/** Pages with one task: each has its own bar, and nothing below it. */
export default function BareLayout() {
  return (
    <Suspense fallback={<Spinner page />}>
      <Outlet />
    </Suspense>
  );
}
