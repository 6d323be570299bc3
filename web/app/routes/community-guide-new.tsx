import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { NewGuidePage } from '#web/features/community/guides/guide-form.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isWide: true };

export default function CommunityGuideNewRoute() {
  const { t } = useTranslation('community-guides');
  const { slug = '' } = useParams();
  const answerId = useSearchParams()[0].get('answer');
  return (
    <>
      <PageMeta title={t('new')} />
      <NewGuidePage key={slug} slug={slug} answerId={answerId} />
    </>
  );
}
