import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restoreTypedAtEnd } from '#web/lib/keep-typed.ts';
import { refreshSession } from '#web/lib/session.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormFoot } from '#web/ui/form-dialog.tsx';
import { KeyStep, useFirstCode } from './key-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasswordCall } from './use-password-call.ts';
import { useLocation, useNavigate } from 'react-router';
import { safeReturn } from '#web/paths.ts';

interface Enrolment {
  readonly uri: string;
  readonly codes: readonly string[];
}

/**
 * Sets up a second factor. The dialog asks for the password, shows the secret for the authenticator app, checks the
 * app's first code, and then shows the recovery codes. The recovery codes are shown only here.
 */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const id = useId();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [isConfirmed, setConfirmed] = useState(false);
  const leave = useLeaveForReturn();
  const password = usePasswordCall(
    (auth, typed) => auth.twoFactor.enable({ password: typed }),
    (data) => {
      if (data && 'totpURI' in data) setEnrolment({ uri: data.totpURI, codes: data.backupCodes });
    },
  );
  const first = useFirstCode(() => setConfirmed(true));
  const busy = password.busy || first.busy;

  async function finish() {
    await refreshSession().catch(() => undefined);
    onClose();
    await leave();
  }

  const action = t(enrolment ? 'enrol.confirm' : 'enrol.next');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isConfirmed && !busy}
      isWrittenIn={enrolment !== undefined}
      step={enrolment ? (isConfirmed ? 'codes' : 'key') : 'password'}
      title={t(isConfirmed ? 'enrol.codes.title' : 'enrol.title')}
      footer={isConfirmed ? undefined : <FormFoot id={id} {...{ onClose, action, busy }} />}
    >
      {!enrolment && <PasswordStep id={id} fault={password.fault} onSubmit={(typed) => void password.run(typed)} />}
      {enrolment && !isConfirmed && <KeyStep id={id} uri={enrolment.uri} first={first} />}
      {enrolment && isConfirmed && <RecoveryCodes codes={enrolment.codes} onKept={finish} />}
    </Dialog>
  );
}

/**
 * Returns a function that opens the page that `?return=` names, with the text that was typed there when the session
 * ended. Without this parameter, the function does nothing.
 */
function useLeaveForReturn(): () => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async () => {
    const to = safeReturn(new URLSearchParams(search).get('return'));
    if (!to) return;
    await navigate(to, { replace: true });
    await restoreTypedAtEnd();
  };
}
