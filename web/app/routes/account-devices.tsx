import { useTranslation } from 'react-i18next';
import { DevicesScreen } from '#web/features/identity/own/devices-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSignOut } from '#web/features/shell/sign-out.ts';

export default function AccountDevicesPage() {
  const { t } = useTranslation('billing');
  const signOut = useSignOut();
  return (
    <>
      <PageMeta title={t('account.devices')} />
      <DevicesScreen onSignOut={signOut} />
    </>
  );
}
