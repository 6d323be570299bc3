import { type ContextType, lazy, Suspense, useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import { CommunityLayout } from '#web/features/community/layout/community-layout.tsx';
import { UrgentHelp } from '#web/features/community/write/urgent-help.ts';
import { useMyCommunity } from '#web/features/community/layout/use-my-community.ts';
import { Bell } from '#web/features/notifications/bell.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { followAccount } from '#web/lib/reading-language.ts';
import { RequireUser, useSession } from '#web/lib/session.tsx';
import { useSignedInArea } from '#web/lib/use-signed-in-area.ts';
import type { Me } from '#contract/identity.ts';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';
import '#web/ui/styles/scripts.css';

const RedFlagDialog = lazy(() => import('#web/features/care/urgent/red-flag-dialog.tsx'));
const urgentHelp: ContextType<typeof UrgentHelp> = (urgent) => <RedFlagDialog {...urgent} />;

/** The layout of all community pages. They need a signed-in person. After sign-in, the person returns to the page. */
export default function CommunityLayoutRoute() {
  const { user } = useSession();
  useEffect(() => (user ? followAccount(user.language) : undefined), [user]);
  useSignedInArea(user !== null);
  return <RequireUser>{user && <Inside user={user} />}</RequireUser>;
}

function Inside({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  const mine = useMyCommunity();
  useEffect(() => {
    // The script that keeps unread marks live is loaded after the page is drawn, because nothing can have changed
    // before.
    const live = import('#web/features/community/feed/live-unread.ts').then(({ keepUnreadLive }) => keepUnreadLive());
    live.catch(() => undefined);
    return () => void live.then((stop) => stop()).catch(() => undefined);
  }, []);
  const matches = useMatches();
  const { isWide = false, isDesk = false } = (matches.at(-1)?.handle ?? {}) as RouteHandle;
  return (
    <CommunityLayout
      user={user}
      mine={mine}
      isWide={isWide}
      isDesk={isDesk}
      slug={matches.at(-1)?.params.slug}
      brand={<Brand to="/community" room={t('name')} />}
      language={<LanguageMenu />}
      bell={<Bell userId={user.id} />}
    >
      <UrgentHelp value={urgentHelp}>
        <Suspense fallback={<Spinner page />}>
          <Outlet />
        </Suspense>
      </UrgentHelp>
    </CommunityLayout>
  );
}
