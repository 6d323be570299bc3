import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminPage() {
  const { t } = useTranslation();
  return (
    <main className="page" id="content">
      <PageMeta title={t('title.admin')} />
      <h1 className="h1">{t('title.admin')}</h1>
    </main>
  );
}
