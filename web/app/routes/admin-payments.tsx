import { useTranslation } from 'react-i18next';
import { PaymentsScreen } from '#web/features/admin/payments/payments-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminPaymentsPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.payments')} />
      <PaymentsScreen />
    </>
  );
}
