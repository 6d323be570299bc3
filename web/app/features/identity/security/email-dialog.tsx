import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useKeepDetails } from '../own/use-details.ts';
import { useFaultText } from '../use-fault-text.ts';
import { emailFault } from '../validate.ts';
import styles from './security.module.css';
import { useConfirmedPassword } from './use-password-call.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

export function EmailDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation('identity');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('email.title')} lead={t('email.lead')}>
      <EmailForm onClose={onClose} />
    </Dialog>
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [faultOfEmail, setFaultOfEmail] = useState<string>();
  const request = useRequest(onClose, setFaultOfEmail);
  const { run, fault, busy } = useConfirmedPassword(() => request.mutate({ email: email.trim() }));
  const faultText = useFaultText();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = emailFault(email);
    setFaultOfEmail(faultText(found));
    if (!found && !request.isPending) void run(password);
  };
  return (
    <form className={styles.steps} onSubmit={submit} noValidate>
      <TextField
        label={t('email.new')}
        type="email"
        autoComplete="email"
        value={email}
        error={faultOfEmail}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        value={password}
        error={fault}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className={styles.pair}>
        <Button type="submit" variant="primary" busy={busy || request.isPending}>
          {t('email.send')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}

function useRequest(onDone: () => void, onFault: (text: string) => void) {
  const { t } = useTranslation('identity');
  const keep = useKeepDetails();
  const errorText = useErrorText();
  return useMutation(
    api.account.requestEmailChange.mutationOptions({
      onSuccess: (details) => {
        keep(details);
        toast({ kind: 'success', title: t('email.sent') });
        onDone();
      },
      onError: (error) => {
        const refusal = refusalOf(error);
        if (refusal?.code !== 'INVALID_INPUT') return toast({ kind: 'error', title: errorText(error) });
        const { fields } = refusal.data as { fields: Record<string, string[]> };
        onFault(t(fields['email']?.includes('unchanged') ? 'email.unchanged' : 'field.email_invalid'));
      },
    }),
  );
}
