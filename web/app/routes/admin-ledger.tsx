import { useTranslation } from 'react-i18next';
import { LedgerScreen } from '#web/features/admin/ledger/ledger-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminLedgerPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.ledger')} />
      <LedgerScreen />
    </>
  );
}
