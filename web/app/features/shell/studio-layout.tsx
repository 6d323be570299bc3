import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import type { RouteHandle } from '#web/root.tsx';

export const handle: RouteHandle = { theme: 'studio' };

export default function StudioLayout() {
  return (
    <Suspense fallback={<Spinner page />}>
      <Outlet />
    </Suspense>
  );
}
