import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshSession } from '#web/lib/session.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { KeyStep } from './key-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useLeaveForReturn } from './use-leave-for-return.ts';
import { usePasswordCall } from './use-password-call.ts';

interface Enrolment {
  readonly uri: string;
  readonly codes: readonly string[];
  readonly isConfirmed: boolean;
}

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Password, then key and code, then the recovery codes, which are shown only here. */
export function EnrolDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation('identity');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const leave = useLeaveForReturn();

  function close() {
    setEnrolment(undefined);
    onClose();
  }

  async function finish() {
    await refreshSession();
    close();
    leave();
  }

  const confirmed = () => setEnrolment(enrolment && { ...enrolment, isConfirmed: true });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={enrolment?.isConfirmed ? finish : close}
      isDismissable={!enrolment?.isConfirmed}
      step={enrolment ? (enrolment.isConfirmed ? 'codes' : 'key') : 'password'}
      title={t(enrolment?.isConfirmed ? 'enrol.codes.title' : 'enrol.title')}
    >
      {!enrolment && <Begin onBegun={setEnrolment} onCancel={close} />}
      {enrolment && !enrolment.isConfirmed && <KeyStep uri={enrolment.uri} onConfirmed={confirmed} />}
      {enrolment?.isConfirmed && <RecoveryCodes codes={enrolment.codes} onKept={finish} />}
    </Dialog>
  );
}

function Begin({ onBegun, onCancel }: { onBegun: (enrolment: Enrolment) => void; onCancel: () => void }) {
  const { t } = useTranslation('identity');
  const { run, fault, busy } = usePasswordCall(
    (auth, password) => auth.twoFactor.enable({ password }),
    (data) => {
      if (data && 'totpURI' in data) onBegun({ uri: data.totpURI, codes: data.backupCodes, isConfirmed: false });
    },
  );
  return (
    <PasswordStep
      text={t('enrol.password.text')}
      action={t('enrol.next')}
      fault={fault}
      busy={busy}
      onSubmit={run}
      onCancel={onCancel}
    />
  );
}
