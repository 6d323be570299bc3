import { useTranslation } from 'react-i18next';
import { AskedPage } from '#web/features/community/feed/lists.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityAskedRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('nav.asked')} />
      <AskedPage />
    </>
  );
}
