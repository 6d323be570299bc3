import { useTranslation } from 'react-i18next';
import { SearchPage } from '#web/features/community/search/search-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunitySearchRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('search.title')} />
      <SearchPage />
    </>
  );
}
