import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { GuidePage } from '#web/features/community/guides/guide-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityGuideRoute() {
  const { t } = useTranslation('community-guides');
  const { guideId = '' } = useParams();
  return (
    <>
      <PageMeta title={t('title')} />
      <GuidePage key={guideId} guideId={guideId} />
    </>
  );
}
