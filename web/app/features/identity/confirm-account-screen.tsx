import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText } from './auth-error.ts';
import { AuthFrame, type Frame } from './auth-frame.tsx';
import styles from './form.module.css';
import { FormActions } from './form-parts.tsx';
import { valuesOf } from './form-values.ts';
import { useMailedKey } from './use-search.ts';

type State = 'asking' | 'done' | 'invalid';

/**
 * The page for the emailed link of a new account, if the link is opened in another browser than the one in which the
 * person signed up. The person must enter the account's password. Otherwise the owner of an email address could confirm
 * the account of a stranger who signed up with this address.
 */
export function ConfirmAccountScreen(frame: Frame) {
  const { t } = useTranslation('identity');
  const { token, isMissing } = useMailedKey();
  const [chosen, setState] = useState<State>('asking');
  const state = isMissing ? 'invalid' : chosen;
  return (
    <AuthFrame title={t(`confirm_account.${state}.title`)} {...frame}>
      <p className={styles.text} aria-live="polite">
        {t(`confirm_account.${state}.text`)}
      </p>
      {state === 'asking' ? (
        <>
          <PasswordForm token={token} onEnd={setState} />
          <p className={styles.aside}>
            {t('confirm_account.not_me')}
            <br />
            <LocalisedLink to="/login?mode=signup">{t('confirm_account.own')}</LocalisedLink>
          </p>
        </>
      ) : (
        <LocalisedLink
          to="/login?mode=signin&lock=1"
          className={buttonClass({ variant: 'primary', size: 'l', wide: true })}
        >
          {t('login.signin')}
        </LocalisedLink>
      )}
    </AuthFrame>
  );
}

function PasswordForm({ token, onEnd }: { token: string; onEnd: (state: State) => void }) {
  const { t } = useTranslation(['identity', 'ui']);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const errorText = useAuthErrorText();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { password } = valuesOf(event, 'password');
    setFault(password ? undefined : t('field.required'));
    if (!password || busy) return;
    setBusy(true);
    const body = { token, password };
    const { error } = await ask((auth) => auth.$fetch('/confirm-address', { method: 'POST', body }));
    setBusy(false);
    if (!error) onEnd('done');
    else if (error.code === 'INVALID_TOKEN') onEnd('invalid');
    else if (error.code === 'INVALID_PASSWORD') setFault(t('confirm_account.wrong'));
    else toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <PasswordField label={t('field.password')} name="password" autoComplete="current-password" error={fault} />
      <FormActions label={t('confirm_account.submit')} busy={busy} />
    </form>
  );
}
