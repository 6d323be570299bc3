import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Languages } from '#contract/languages.ts';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshClinics } from './refresh.ts';

/**
 * Creates an account for the reception of a clinic, and emails a link for setting the first password. Sending the form
 * again emails a new link.
 */
export function DeskDialog({ clinicId, onClose }: { clinicId: string; onClose: () => void }) {
  const { t } = useTranslation('clinics');
  const errorText = useErrorText();
  const locale = useLocale();
  const [form, setForm] = useState({ first_name: '', last_name: '', email: '', language: locale });
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error, reset } = useMutation(
    api.clinics.adminInviteDesk.mutationOptions({
      onSuccess: ({ name }) => {
        toast({ kind: 'success', title: t('desk.invited', { name }), text: t('desk.invited.text') });
        onClose();
      },
      onSettled: refreshClinics,
    }),
  );
  const put = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part });
    reset();
  };
  const isMissing = (text: string) => isTried && !text.trim() && t('desk.missing');
  const isComplete = form.first_name.trim() && form.last_name.trim() && form.email.includes('@');
  function submit() {
    setIsTried(true);
    if (isComplete) mutate({ clinic_id: clinicId, ...form, email: form.email.trim() });
  }
  const isRefused = refusalOf(error)?.code === 'INVALID_INPUT';
  const emailFault = isRefused
    ? t(isOtherRole(error) ? 'member.fault.other_role' : 'member.fault.email')
    : isTried && !form.email.includes('@') && t('member.fault.email');
  return (
    <FormDialog
      onClose={onClose}
      title={t('desk.title')}
      lead={t('desk.lead')}
      action={t('desk.action')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={error && !isRefused && errorText(error)}
    >
      {(['first_name', 'last_name'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`desk.${name}`)}
          maxLength={80}
          autoComplete="off"
          value={form[name]}
          error={isMissing(form[name])}
          onChange={(event) => put({ [name]: event.target.value })}
        />
      ))}
      <TextField
        label={t('column.email')}
        hint={t('desk.email.hint')}
        type="email"
        autoComplete="off"
        maxLength={320}
        value={form.email}
        error={emailFault}
        onChange={(event) => put({ email: event.target.value })}
      />
      <Select
        label={t('desk.language')}
        value={form.language}
        onChange={(event) => put({ language: Languages.find((one) => one === event.target.value) ?? locale })}
      >
        {Languages.map((language) => (
          <option key={language} value={language}>
            {t(`desk.language.${language}`)}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}

const isOtherRole = (error: unknown): boolean => {
  const data = refusalOf(error)?.data as { fields: Record<string, string[]> } | undefined;
  return data?.fields.email?.[0] === 'other_role';
};
