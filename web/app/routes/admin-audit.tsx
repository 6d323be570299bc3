import { useTranslation } from 'react-i18next';
import { AuditScreen } from '#web/features/admin/audit-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminAuditPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.audit')} />
      <AuditScreen />
    </>
  );
}
