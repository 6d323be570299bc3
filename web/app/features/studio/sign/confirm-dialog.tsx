import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GivenProof, SigningKeys } from '#contract/signing.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import type { RefusedProof } from './refused-proof.ts';

interface Props {
  keys: SigningKeys;
  seal: string;
  onProof: (proof: GivenProof) => void;
  onClose: () => void;
}

type Fault = RefusedProof | 'needed' | 'passkey';

/**
 * Confirms the doctor's identity if the signature was not made with a passkey. It asks for the password, and for a code
 * if the account needs one. If the doctor has no passkey and this device can create one, the dialog offers to create it
 * instead of asking for the code.
 */
export function ConfirmDialog({ keys, seal, onProof, onClose }: Props) {
  const { t } = useTranslation('studio');
  const [isMaking, setMaking] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { fault, busy, run } = useConfirmation({ keys, seal, onProof });
  const field = useRef<HTMLInputElement>(null);
  // The review dialog, which stays open under this one, also sets the focus. This effect runs later, so that the field
  // gets the focus.
  useEffect(() => field.current?.focus(), []);
  const hasKeys = keys.passkeys.length > 0;
  const mayMake = useMayMake() && !hasKeys;
  const makes = mayMake && !isMaking;
  return (
    <FormDialog
      title={t('confirm.title')}
      size="m"
      busy={busy}
      action={t(makes ? 'confirm.make' : 'confirm.sign')}
      onClose={onClose}
      onSubmit={() => void run({ password, code: keys.needs_code && !makes ? code : null, makes })}
    >
      <p className="muted">{t(makes ? 'confirm.make_text' : 'confirm.text')}</p>
      {fault === 'other' || fault === 'passkey' ? <p role="alert">{t(`confirm.fault.${fault}`)}</p> : null}
      {typeof fault === 'object' && (
        <p role="alert">{t('confirm.fault.limited', { count: Math.ceil(fault.wait_s / 60) })}</p>
      )}
      <PasswordField
        label={t('confirm.password')}
        autoComplete="current-password"
        ref={field}
        value={password}
        error={fault === 'password' || fault === 'needed' ? t(`confirm.fault.${fault}`) : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {keys.needs_code && !makes && (
        <TextField
          label={t('confirm.code')}
          hint={keys.has_code ? undefined : t('confirm.no_code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          error={fault === 'code' ? t('confirm.fault.code') : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {mayMake && (
        <Button size="s" variant="quiet" onClick={() => setMaking(makes)}>
          {t(makes ? 'confirm.instead' : 'confirm.make')}
        </Button>
      )}
      {hasKeys && (
        <Button size="s" onClick={() => void run({ password: '', code: null, makes: false, isAgain: true })}>
          {t('confirm.again')}
        </Button>
      )}
    </FormDialog>
  );
}

function useMayMake(): boolean {
  const [may, setMay] = useState(false);
  useEffect(() => {
    void import('./passkey.ts').then(({ mayMakePasskey }) => mayMakePasskey()).then(setMay, () => {});
  }, []);
  return may;
}

interface Given {
  password: string;
  code: string | null;
  makes: boolean;
  isAgain?: boolean;
}

function useConfirmation({ keys, seal, onProof }: Pick<Props, 'keys' | 'seal' | 'onProof'>) {
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);

  async function prove({ password, code, makes, isAgain }: Given): Promise<Fault | undefined> {
    const { givePassword, makePasskey, signWithPasskey } = await import('./passkey.ts');
    if (!isAgain) {
      if (password === '') return 'needed';
      const wrong = await givePassword(password, code);
      if (wrong) return wrong;
    }
    if (!makes && !isAgain) return void onProof({ kind: 'password' });
    try {
      if (makes && !(await makePasskey())) return 'passkey';
      const { call } = await import('#web/lib/api.ts');
      onProof(await signWithPasskey(makes ? await call.simulation.getSigningKeys() : keys, seal));
      return undefined;
    } catch {
      return 'passkey';
    }
  }
  return {
    fault,
    busy,
    async run(given: Given) {
      if (busy) return;
      setBusy(true);
      setFault(undefined);
      setFault(await prove(given).catch(() => 'other' as const));
      setBusy(false);
    },
  };
}
