import { useTranslation } from 'react-i18next';
import { CapturePage } from '#web/features/capture/capture-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function UnlockPage() {
  const { t } = useTranslation('capture');
  return (
    <>
      <PageMeta title={t('title')} description={t('description')} indexed />
      <CapturePage />
    </>
  );
}
