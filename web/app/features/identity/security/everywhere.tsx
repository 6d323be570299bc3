import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';

/** Signs the person out in every browser, including this one. */
export function Everywhere({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { t } = useTranslation('identity');
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await onSignOut();
    setBusy(false);
  };
  return (
    <SettingsSection title={t('security.everywhere.title')} text={t('security.everywhere.text')}>
      <SettingsRow
        icon={LogOut}
        name={t('security.everywhere')}
        text={t('security.everywhere.row')}
        action={
          <Button size="s" variant="danger" busy={busy} onClick={leave}>
            {t('security.everywhere.action')}
          </Button>
        }
      />
    </SettingsSection>
  );
}
