import { useTranslation } from 'react-i18next';
import { LoginScreen } from '#web/features/identity/login-screen.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function LoginPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageMeta title={t('title.login')} />
      <LoginScreen brand={<Brand />} languages={<LanguageMenu />} />
    </>
  );
}
