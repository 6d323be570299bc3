import { useTranslation } from 'react-i18next';
import { FiguresScreen } from '#web/features/admin/figures/figures-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminFiguresPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.figures')} />
      <FiguresScreen />
    </>
  );
}
