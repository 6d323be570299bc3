import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormFoot } from '#web/ui/form-dialog.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasswordCall } from './use-password-call.ts';

/** The password, then the new codes, which are shown only here: the old ones end when they are made. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const id = useId();
  const [codes, setCodes] = useState<readonly string[]>();
  const { run, fault, busy } = usePasswordCall(
    (auth, password) => auth.twoFactor.generateBackupCodes({ password }),
    (data) => {
      if (data) setCodes(data.backupCodes);
    },
  );
  const foot = <FormFoot id={id} onClose={onClose} action={t('security.codes.renew')} busy={busy} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!codes && !busy}
      step={codes ? 'codes' : 'password'}
      title={t(codes ? 'enrol.codes.title' : 'security.codes')}
      footer={codes ? undefined : foot}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <PasswordStep id={id} fault={fault} onSubmit={(password) => void run(password)} />
      )}
    </Dialog>
  );
}
