import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EditCommunityPage } from '#web/features/community/wizard/edit-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isWide: true };

export default function CommunityChannelEditRoute() {
  const { t } = useTranslation('community');
  const { slug = '' } = useParams();
  return (
    <>
      <PageMeta title={t('edit.title')} />
      <EditCommunityPage key={slug} slug={slug} />
    </>
  );
}
