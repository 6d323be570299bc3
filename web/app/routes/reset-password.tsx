import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function ResetPasswordPage() {
  const { t } = useTranslation();
  return (
    <main className="page" id="content">
      <PageMeta title={t('title.reset_password')} />
      <h1 className="h1">{t('title.reset_password')}</h1>
    </main>
  );
}
