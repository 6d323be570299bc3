import { useTranslation } from 'react-i18next';
import { LoginScreen } from '#web/features/identity/login-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function LoginPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageMeta title={t('title.login')} />
      <LoginScreen />
    </>
  );
}
