import { useTranslation } from 'react-i18next';

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  return (
    <main className="page" id="content">
      <h1 className="h1">{t('headline.no_photos')}</h1>
    </main>
  );
}
