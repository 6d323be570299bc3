import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { keepReturn } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { type AuthError, ask, useAuthErrorText, useWeakPasswordText } from './auth-error.ts';
import styles from './form.module.css';
import { valuesOf } from './form-values.ts';
import { useAfterSignIn } from './use-after-sign-in.ts';
import { useFaultText } from './use-fault-text.ts';
import { emailFault, type Faults, faultsOf, isClean, newPasswordFaults } from './validate.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  /** The account waits for its e-mail to be confirmed. */
  onCreated: () => void;
}

export function SignUpForm({ email, onEmail, onCreated }: Props) {
  const { t } = useTranslation('identity');
  const [faults, setFaults] = useState<Faults<'email' | 'password' | 'confirm'>>({});
  const [weakness, setWeakness] = useState<string>();
  const faultText = useFaultText();
  const { create, busy } = useCreateAccount(onCreated, setWeakness);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, password, confirm } = valuesOf(event, 'email', 'password', 'confirm');
    const found = { ...faultsOf({ email: emailFault(email) }), ...newPasswordFaults(password, confirm) };
    setFaults(found);
    setWeakness(undefined);
    if (isClean(found) && !busy) await create(email.trim(), password);
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <TextField
          label={t('field.email')}
          type="email"
          name="email"
          autoComplete="email"
          defaultValue={email}
          error={faultText(faults.email)}
          onChange={(event) => onEmail(event.target.value)}
        />
        <PasswordField
          label={t('field.password')}
          name="password"
          autoComplete="new-password"
          hint={t('signup.hint')}
          error={faultText(faults.password) ?? weakness}
        />
        <PasswordField
          label={t('field.confirm')}
          name="confirm"
          autoComplete="new-password"
          error={faultText(faults.confirm)}
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="l" wide busy={busy}>
          {t('login.signup')}
        </Button>
      </div>
    </form>
  );
}

function useCreateAccount(onCreated: () => void, onWeak: (text: string) => void) {
  const { t } = useTranslation('identity');
  const language = useLocale();
  const [busy, setBusy] = useState(false);
  const errorText = useAuthErrorText();
  const weakText = useWeakPasswordText();
  const afterSignIn = useAfterSignIn();

  function refuse(error: AuthError) {
    const weak = weakText(error);
    if (weak) onWeak(weak);
    else
      toast({
        kind: 'error',
        title: error.status === 0 ? t('signup.unexpected') : (errorText(error) ?? t('signup.failed')),
      });
  }

  async function create(email: string, password: string) {
    setBusy(true);
    const { data, error } = await ask((auth) =>
      auth.signUp.email({ email, password, name: email, first_name: '', last_name: '', language }),
    );
    if (error) refuse(error);
    else if (data?.token) {
      toast({ kind: 'success', title: t('signup.created') });
      await afterSignIn();
    } else {
      toast({ kind: 'success', title: t('signup.check_email') });
      keepReturn(location.search);
      onCreated();
    }
    setBusy(false);
  }
  return { create, busy };
}
