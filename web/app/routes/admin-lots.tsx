import { useTranslation } from 'react-i18next';
import { LotsScreen } from '#web/features/admin/lots-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminLotsPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.lots')} />
      <LotsScreen />
    </>
  );
}
