import { useTranslation } from 'react-i18next';
import { RecoveryScreen } from '#web/features/identity/recovery-screen.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function ResetPasswordPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageMeta title={t('title.reset_password')} />
      <RecoveryScreen brand={<Brand />} languages={<LanguageMenu />} />
    </>
  );
}
