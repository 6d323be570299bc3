import { Suspense } from 'react';
import { I18nProvider } from 'react-aria-components';
import { Outlet } from 'react-router';
import { useLocale } from '#web/lib/locale.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';
import { useSignedInArea } from '#web/lib/use-signed-in-area.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { Spinner } from '#web/ui/spinner.tsx';

export const handle: RouteHandle = { theme: 'studio' };

/** The layout of the studio, which has no header, because each of its screens fills the window. */
export default function StudioLayout() {
  const { user } = useSession();
  useSignedInArea(user !== null);
  return (
    <I18nProvider locale={useLocale()}>
      <RequireUser roles={['practitioner', 'admin']}>
        <Suspense fallback={<Spinner page />}>
          <Outlet />
        </Suspense>
      </RequireUser>
    </I18nProvider>
  );
}
