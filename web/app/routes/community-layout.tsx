import { type ContextType, lazy, type ReactNode, Suspense, useEffect } from 'react';
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

/** The layout of all community pages. It requires sign-in, and returns the person to the requested page afterwards. */
export default function CommunityLayoutRoute() {
  const { user } = useSession();
  useEffect(() => (user ? followAccount(user.language) : undefined), [user]);
  useSignedInArea(user !== null);
  return <RequireUser>{user && <Inside user={user} />}</RequireUser>;
}

function Inside({ user }: { user: Me }) {
  useEffect(() => {
    // The script that updates unread marks is loaded after the page is drawn, because nothing can have changed before.
    const live = import('#web/features/community/feed/live-unread.ts').then(({ keepUnreadLive }) => keepUnreadLive());
    live.catch(() => undefined);
    return () => void live.then((stop) => stop()).catch(() => undefined);
  }, []);
  const here = useMatches().at(-1);
  return (
    <CommunityFrame user={user} slug={here?.params.slug} handle={here?.handle as RouteHandle | undefined}>
      <UrgentHelp value={urgentHelp}>
        <Suspense fallback={<Spinner page />}>
          <Outlet />
        </Suspense>
      </UrgentHelp>
    </CommunityFrame>
  );
}

interface FrameProps {
  user: Me;
  /** The community whose page is open. */
  slug: string | undefined;
  handle?: RouteHandle | undefined;
  children: ReactNode;
}

/** The frame of a community page with the parts of other features. The service draws it too, for the first view. */
export function CommunityFrame({ user, slug, handle: { isWide = false, isDesk = false } = {}, children }: FrameProps) {
  const { t } = useTranslation('community');
  return (
    <CommunityLayout
      user={user}
      mine={useMyCommunity()}
      isWide={isWide}
      isDesk={isDesk}
      slug={slug}
      brand={<Brand to="/community" room={t('name')} />}
      language={<LanguageMenu />}
      bell={<Bell userId={user.id} />}
    >
      {children}
    </CommunityLayout>
  );
}
