import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { GuidesPage } from '#web/features/community/guides/guides-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityGuidesRoute() {
  const { t } = useTranslation('community-guides');
  const { slug = '' } = useParams();
  return (
    <>
      <PageMeta title={t('title')} />
      <GuidesPage key={slug} slug={slug} />
    </>
  );
}
