import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordStep } from './password-step.tsx';
import { usePasskeyChange } from './passkeys.ts';
import { useConfirmedPassword } from './use-password-call.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

export function AddPasskeyDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation('identity');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="s" title={t('passkeys.add')}>
      <Add onClose={onClose} />
    </Dialog>
  );
}

/** The password, then the device's own dialog. */
function Add({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const { change, busy: isMaking } = usePasskeyChange(t('passkeys.add.done'), onClose);
  const { run, fault, busy } = useConfirmedPassword(() =>
    change(async () => (await import('../passkey/ceremony.ts')).addPasskey()),
  );
  return (
    <PasswordStep
      text={t('passkeys.add.text')}
      action={t('passkeys.add.next')}
      fault={fault}
      busy={busy || isMaking}
      onSubmit={run}
      onCancel={onClose}
    />
  );
}
