import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useKeepDetails } from '../own/use-details.ts';
import { useFaultText } from '../use-fault-text.ts';
import { emailFault } from '../validate.ts';
import { useConfirmedPassword } from './use-password-call.ts';

export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [faultOfEmail, setFaultOfEmail] = useState<string>();
  const request = useRequest(onClose, setFaultOfEmail);
  const { run, fault, busy } = useConfirmedPassword(() => request.mutate({ email: email.trim() }));
  const faultText = useFaultText();
  const submit = () => {
    const found = emailFault(email);
    setFaultOfEmail(faultText(found));
    if (!found) void run(password);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('email.title')}
      lead={t('email.lead')}
      action={t('email.send')}
      busy={busy || request.isPending}
      onSubmit={submit}
    >
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
    </FormDialog>
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
