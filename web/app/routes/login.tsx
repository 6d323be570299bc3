import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function LoginPage() {
  const { t } = useTranslation();
  return (
    <main className="page" id="content">
      <PageMeta title={t('title.login')} />
      <h1 className="h1">{t('title.login')}</h1>
    </main>
  );
}
