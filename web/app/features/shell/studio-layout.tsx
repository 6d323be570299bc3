import { Suspense } from 'react';
import { I18nProvider } from 'react-aria-components';
import { Outlet } from 'react-router';
import { useLiveEvents } from '#web/lib/events.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';
import { useProlongedSession } from '#web/lib/use-prolonged-session.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { Spinner } from '#web/ui/spinner.tsx';

export const handle: RouteHandle = { theme: 'studio' };

/** The darkroom: no header of its own, because each of its screens fills the window. */
export default function StudioLayout() {
  const { user } = useSession();
  useLiveEvents(user !== null);
  useProlongedSession(user !== null);
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
