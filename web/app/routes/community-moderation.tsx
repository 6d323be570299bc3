import { useTranslation } from 'react-i18next';
import { ModerationPage } from '#web/features/community/moderation/moderation-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isDesk: true };

export default function CommunityModerationRoute() {
  const { t } = useTranslation('community');
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('nav.moderation')} />
      {user && <ModerationPage user={user} />}
    </>
  );
}
