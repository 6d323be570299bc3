import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthClient } from '#web/lib/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText } from './auth-error.ts';
import styles from './form.module.css';
import { useAfterSignIn } from './use-after-sign-in.ts';

/** The error codes after which the person must start the sign-in again. */
const isOver = new Set(['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']);

/** The second step of the sign-in. The person enters a code from the app, or a recovery code. */
export function CodeForm({ onRestart }: { onRestart: () => void }) {
  const { t } = useTranslation(['identity', 'ui']);
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const errorText = useAuthErrorText();
  const afterSignIn = useAfterSignIn();
  // The person has just pressed the button that shows this form. The field is the only one of the form, so it gets the
  // focus.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [kind]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === '') return setFault(t('field.required'));
    setBusy(true);
    const { error } = await ask((auth) => verify(auth, kind, code));
    if (error) {
      const words = errorText(error) ?? t('ui:fault.short');
      if (!isOver.has(error.code ?? '')) setFault(words);
      else {
        // This form is now replaced by the first step, so a toast shows the message.
        toast({ kind: 'error', title: words });
        onRestart();
      }
    } else {
      toast({ kind: 'success', title: t('login.success') });
      await afterSignIn();
    }
    setBusy(false);
  }

  function change(other: 'app' | 'recovery') {
    setKind(other);
    setCode('');
    setFault(undefined);
  }

  const isApp = kind === 'app';
  return (
    <form method="post" onSubmit={submit} noValidate>
      <p className={styles.text}>{t(isApp ? 'code.text' : 'code.recovery.text')}</p>
      <TextField
        key={kind}
        ref={field}
        className={styles.code}
        label={t(isApp ? 'code.label' : 'code.recovery.label')}
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        maxLength={isApp ? 7 : 20}
        value={code}
        error={fault}
        onChange={(event) => setCode(event.target.value)}
      />
      <Stack gap={16} className={styles.actions}>
        <Button type="submit" variant="primary" size="l" wide busy={busy}>
          {t('code.submit')}
        </Button>
        <button type="button" className={styles.plain} onClick={() => change(isApp ? 'recovery' : 'app')}>
          {t(isApp ? 'code.use_recovery' : 'code.use_app')}
        </button>
        <button type="button" className={styles.plain} onClick={onRestart}>
          {t('code.restart')}
        </button>
      </Stack>
    </form>
  );
}

const verify = (auth: AuthClient, kind: 'app' | 'recovery', code: string) =>
  kind === 'app'
    ? auth.twoFactor.verifyTotp({ code: code.replace(/\s/g, '') })
    : auth.twoFactor.verifyBackupCode({ code: code.trim() });
