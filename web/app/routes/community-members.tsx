import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { MembersPage } from '#web/features/community/channel/members-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isDesk: true };

export default function CommunityMembersRoute() {
  const { t } = useTranslation('community');
  const { slug = '' } = useParams();
  return (
    <>
      <PageMeta title={t('members.title')} />
      <MembersPage key={slug} slug={slug} />
    </>
  );
}
