import { useTranslation } from 'react-i18next';
import { ConfirmAccountScreen } from '#web/features/identity/confirm-account-screen.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function ConfirmAccountPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageMeta title={t('title.confirm_account')} />
      <ConfirmAccountScreen brand={<Brand />} languages={<LanguageMenu />} />
    </>
  );
}
