import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { QueuePage } from '#web/features/studio/queue/queue-page.tsx';

export default function StudioQueue() {
  const { t } = useTranslation('studio');
  return (
    <>
      <PageMeta title={t('title.open')} />
      <QueuePage />
    </>
  );
}
