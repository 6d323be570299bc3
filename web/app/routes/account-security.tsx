import { useTranslation } from 'react-i18next';
import { SecurityScreen } from '#web/features/identity/security/security-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSignOut } from '#web/features/shell/sign-out.ts';
import { useSession } from '#web/lib/session.tsx';

export default function AccountSecurityPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const signOut = useSignOut();
  return (
    <>
      <PageMeta title={t('title.account_security')} />
      {user && <SecurityScreen user={user} onSignOut={signOut} />}
    </>
  );
}
