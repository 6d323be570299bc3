import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { keepReturn } from '#web/lib/session.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { type AuthError, ask, useAuthErrorText, useWeakPasswordText } from './auth-error.ts';
import { EmailField, FormActions, NewPasswordFields } from './form-parts.tsx';
import { valuesOf } from './form-values.ts';
import { useAfterSignIn } from './use-after-sign-in.ts';
import { emailFault, type Faults, faultsOf, isClean, newPasswordFaults } from './validate.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  /** Called when the account was created. Its email address must still be confirmed. */
  onCreated: () => void;
}

export function SignUpForm({ email, onEmail, onCreated }: Props) {
  const { t } = useTranslation('identity');
  const [faults, setFaults] = useState<Faults<'email' | 'password' | 'confirm'>>({});
  const [weakness, setWeakness] = useState<string>();
  const { create, busy } = useCreateAccount(onCreated, setWeakness);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, password, confirm } = valuesOf(event, 'email', 'password', 'confirm');
    const found = {
      ...faultsOf({ email: emailFault(email) }),
      ...newPasswordFaults(password, confirm, 'too_short_on_login'),
    };
    setFaults(found);
    setWeakness(undefined);
    if (isClean(found) && !busy) await create(email.trim(), password);
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap={20}>
        <EmailField email={email} onEmail={onEmail} fault={faults.email} autoComplete="email" />
        <NewPasswordFields label={t('field.password')} faults={faults} weakness={weakness} />
      </Stack>
      <FormActions label={t('login.signup')} busy={busy} />
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
    else if (data?.user.emailVerified) {
      toast({ kind: 'success', title: t('signup.created') });
      await afterSignIn();
    } else {
      keepReturn(location.search);
      onCreated();
    }
    setBusy(false);
  }
  return { create, busy };
}
