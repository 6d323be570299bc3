import { useTranslation } from 'react-i18next';
import { PasswordFirstDialog } from './password-first-dialog.tsx';
import { usePasskeyChange } from './passkeys.ts';
import { useConfirmedPassword } from './use-password-call.ts';

/** The password, then the device's own dialog. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const { change, busy: isMaking } = usePasskeyChange(t('passkeys.add.done'), onClose);
  const { run, fault, busy } = useConfirmedPassword(() =>
    change(async () => (await import('../passkey/ceremony.ts')).addPasskey()),
  );
  return (
    <PasswordFirstDialog
      title={t('passkeys.add')}
      text={t('passkeys.add.text')}
      action={t('passkeys.add.next')}
      fault={fault}
      busy={busy || isMaking}
      onSubmit={run}
      onClose={onClose}
    />
  );
}
