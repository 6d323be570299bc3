import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText } from './auth-error.ts';
import styles from './form.module.css';
import { EmailField, FormActions } from './form-parts.tsx';
import { valuesOf } from './form-values.ts';
import { usePasskeySignIn } from './passkey/use-passkey-sign-in.ts';
import { ProfessionalButton } from './professional-button.tsx';
import { useAfterSignIn } from './use-after-sign-in.ts';
import { useFaultText } from './use-fault-text.ts';
import { emailFault, type Faults, faultsOf, isClean, requiredFault } from './validate.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
  /** Called if the password was right and the account has a second factor. */
  onSecondFactor: () => void;
}

export function SignInForm({ email, onEmail, onForgot, onSecondFactor }: Props) {
  const { t } = useTranslation(['identity', 'ui']);
  const [faults, setFaults] = useState<Faults<'email' | 'password'>>({});
  const [busy, setBusy] = useState(false);
  const faultText = useFaultText();
  const errorText = useAuthErrorText();
  const afterSignIn = useAfterSignIn();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, password } = valuesOf(event, 'email', 'password');
    const found = faultsOf({ email: emailFault(email), password: requiredFault(password) });
    setFaults(found);
    if (!isClean(found) || busy) return;
    setBusy(true);
    const { data, error } = await ask((auth) => auth.signIn.email({ email: email.trim(), password }));
    if (error) toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
    else if (data && 'twoFactorRedirect' in data) onSecondFactor();
    else await leave();
    setBusy(false);
  }

  async function leave() {
    toast({ kind: 'success', title: t('login.success') });
    await afterSignIn();
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap={20}>
        <EmailField email={email} onEmail={onEmail} fault={faults.email} autoComplete="username webauthn" />
        <PasswordField
          label={t('field.password')}
          name="password"
          autoComplete="current-password"
          error={faultText(faults.password)}
        />
        <button type="button" className={styles.plain} onClick={onForgot}>
          {t('login.forgot')}
        </button>
      </Stack>
      <FormActions label={t('login.signin')} busy={busy}>
        <PasskeyButton onSignedIn={leave} />
        <ProfessionalButton />
      </FormActions>
    </form>
  );
}

/**
 * The button for signing in with a passkey. It is shown only if the browser supports passkeys. The page can check this
 * only after its scripts have started.
 */
function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation('identity');
  const { isOffered, busy, signIn } = usePasskeySignIn(onSignedIn);
  if (!isOffered) return null;
  return (
    <Button size="l" wide busy={busy} onClick={signIn}>
      <Icon as={KeyRound} size="s" />
      {t('login.passkey')}
    </Button>
  );
}
