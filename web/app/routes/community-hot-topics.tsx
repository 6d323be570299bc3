import { useTranslation } from 'react-i18next';
import { HotTopicsPage } from '#web/features/community/feed/lists.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityHotTopicsRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('nav.hot')} />
      <HotTopicsPage />
    </>
  );
}
