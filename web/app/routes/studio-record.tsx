import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RecordPage } from '#web/features/studio/record/record-page.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function StudioRecordRoute() {
  const { t } = useTranslation('record');
  return (
    <RequireUser roles={['practitioner']}>
      <PageMeta title={t('title')} />
      <RecordPage />
    </RequireUser>
  );
}
