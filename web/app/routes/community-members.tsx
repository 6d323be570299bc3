import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { MembersPage } from '#web/features/community/channel/members-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

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
