import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { DisputeScreen } from '#web/features/admin/payments/dispute-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminDisputePage() {
  const { t } = useTranslation('disputes');
  const { id = '' } = useParams();
  return (
    <>
      <PageMeta title={t('title')} />
      <DisputeScreen id={id} />
    </>
  );
}
