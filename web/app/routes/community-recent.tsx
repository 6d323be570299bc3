import { useTranslation } from 'react-i18next';
import { RecentPage } from '#web/features/community/feed/lists.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunitySavedRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('nav.recent')} />
      <RecentPage />
    </>
  );
}
