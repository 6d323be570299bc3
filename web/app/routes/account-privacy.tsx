import { useTranslation } from 'react-i18next';
import { PrivacyScreen } from '#web/features/identity/own/privacy-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useLocale } from '#web/lib/locale.tsx';
import { useSession } from '#web/lib/session.tsx';
import { inLanguage } from '#web/paths.ts';

export default function AccountPrivacyPage() {
  const { t } = useTranslation('billing');
  const { user } = useSession();
  const locale = useLocale();
  // A new document is loaded, so that no data of the person stays in memory.
  const leave = () => location.replace(inLanguage('/home', locale));
  return (
    <>
      <PageMeta title={t('account.privacy')} />
      {user && <PrivacyScreen user={user} onErased={leave} />}
    </>
  );
}
