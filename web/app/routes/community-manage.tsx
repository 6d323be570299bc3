import { useTranslation } from 'react-i18next';
import { ManagePage } from '#web/features/community/channel/manage-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityManageRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('manage.title')} />
      <ManagePage />
    </>
  );
}
