import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText } from './auth-error.ts';
import styles from './form.module.css';
import { EmailField, FormActions } from './form-parts.tsx';
import { valuesOf } from './form-values.ts';
import { Notice } from './notice.tsx';
import { emailFault, type FieldFault } from './validate.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

export function ResetForm({ email, onEmail, onBack }: Props) {
  const { t } = useTranslation(['identity', 'ui']);
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking');
  const [fault, setFault] = useState<FieldFault>();
  const errorText = useAuthErrorText();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email } = valuesOf(event, 'email');
    const found = emailFault(email);
    setFault(found);
    if (found || state === 'sending') return;
    setState('sending');
    const { error } = await ask((auth) => auth.requestPasswordReset({ email: email.trim() }));
    if (error) toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
    else toast({ kind: 'success', title: t('reset.toast') });
    setState(error ? 'asking' : 'sent');
  }

  const back = (
    <button type="button" className={styles.plain} onClick={onBack}>
      {t('reset.back')}
    </button>
  );
  if (state === 'sent') {
    return (
      <>
        <Notice tone="calm">{t('reset.sent')}</Notice>
        {back}
      </>
    );
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <p className={styles.text}>{t('reset.text')}</p>
      <EmailField email={email} onEmail={onEmail} fault={fault} autoComplete="username" />
      <FormActions label={t('reset.send')} busy={state === 'sending'}>
        {back}
      </FormActions>
    </form>
  );
}
