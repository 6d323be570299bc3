import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText } from './auth-error.ts';
import styles from './form.module.css';
import { valuesOf } from './form-values.ts';
import { useAfterSignIn } from './use-after-sign-in.ts';
import { useFaultText } from './use-fault-text.ts';
import { emailFault, type Faults, faultsOf, isClean, requiredFault } from './validate.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
  /** The password was right and a second factor is asked for. */
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
    else {
      toast({ kind: 'success', title: t('login.success') });
      await afterSignIn();
    }
    setBusy(false);
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <TextField
          label={t('field.email')}
          type="email"
          name="email"
          autoComplete="username"
          defaultValue={email}
          error={faultText(faults.email)}
          onChange={(event) => onEmail(event.target.value)}
        />
        <PasswordField
          label={t('field.password')}
          name="password"
          autoComplete="current-password"
          error={faultText(faults.password)}
        />
        <button type="button" className={styles.plain} onClick={onForgot}>
          {t('login.forgot')}
        </button>
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="l" wide busy={busy}>
          {t('login.signin')}
        </Button>
      </div>
    </form>
  );
}
