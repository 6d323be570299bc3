import { useTranslation } from 'react-i18next';
import { MacrosScreen } from '#web/features/admin/macros/macros-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminMacrosPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.macros')} />
      <MacrosScreen />
    </>
  );
}
