import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EditGuidePage } from '#web/features/community/guides/guide-form.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isWide: true };

export default function CommunityGuideEditRoute() {
  const { t } = useTranslation('community-guides');
  const { guideId = '' } = useParams();
  return (
    <>
      <PageMeta title={t('edit')} />
      <EditGuidePage key={guideId} guideId={guideId} />
    </>
  );
}
