import { useTranslation } from 'react-i18next';
import { ConfirmEmailScreen } from '#web/features/identity/confirm-email-screen.tsx';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function ConfirmEmailPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageMeta title={t('title.confirm_email')} />
      <ConfirmEmailScreen brand={<Brand />} languages={<LanguageMenu />} />
    </>
  );
}
