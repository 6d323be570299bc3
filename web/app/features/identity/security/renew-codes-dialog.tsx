import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasswordCall } from './use-password-call.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

export function RenewCodesDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation('identity');
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => {
    setCodes(undefined);
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isDismissable={!codes}
      step={codes ? 'codes' : 'password'}
      title={t(codes ? 'enrol.codes.title' : 'security.codes')}
    >
      {codes ? <RecoveryCodes codes={codes} onKept={close} /> : <Ask onCodes={setCodes} onCancel={close} />}
    </Dialog>
  );
}

function Ask({ onCodes, onCancel }: { onCodes: (codes: readonly string[]) => void; onCancel: () => void }) {
  const { t } = useTranslation('identity');
  const { run, fault, busy } = usePasswordCall(
    (auth, password) => auth.twoFactor.generateBackupCodes({ password }),
    (data) => {
      if (data) onCodes(data.backupCodes);
    },
  );
  return (
    <PasswordStep
      text={t('enrol.password.text')}
      action={t('security.codes.renew')}
      fault={fault}
      busy={busy}
      onSubmit={run}
      onCancel={onCancel}
    />
  );
}
