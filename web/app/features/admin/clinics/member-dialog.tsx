import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClinicMember, type MemberRole, MemberRoles } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshClinics } from './refresh.ts';

interface Props {
  clinicId: string;
  member: ClinicMember | undefined;
  onClose: () => void;
}

/** Adds a person to the clinic by the email address of the person's account, or changes a member's role. */
export function MemberDialog({ clinicId, member, onClose }: Props) {
  const { t } = useTranslation(['clinics', 'admin']);
  const errorText = useErrorText();
  const [email, setEmail] = useState(member?.email ?? '');
  const [role, setRole] = useState<MemberRole>(() => MemberRoles.find((one) => one === member?.role) ?? 'practitioner');
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error, reset } = useMutation(
    api.clinics.adminSaveMember.mutationOptions({
      onSuccess: ({ name }) => {
        toast({ kind: 'success', title: t('saved', { name }) });
        onClose();
      },
      onSettled: refreshClinics,
    }),
  );
  const refusedEmail = useEmailFault(error);
  const emailFault = refusedEmail ?? (isTried && !email.includes('@') && t('member.fault.email'));
  function submit() {
    setIsTried(true);
    if (email.includes('@')) mutate({ clinic_id: clinicId, email: email.trim(), role });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={member?.name ?? t('member.add')}
      lead={t('member.lead')}
      action={t('admin:save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      // A new member's form shows this fault next to the email address. The form of an existing member has no such
      // field.
      problem={refusedEmail === undefined ? error && errorText(error) : member && refusedEmail}
    >
      {!member && (
        <TextField
          label={t('member.email')}
          hint={t('member.email.hint')}
          type="email"
          maxLength={320}
          value={email}
          error={emailFault}
          onChange={(event) => {
            setEmail(event.target.value);
            reset();
          }}
        />
      )}
      <ChoiceGroup
        legend={t('column.role')}
        value={role}
        choices={MemberRoles.map((value) => ({ value, label: t(`role.${value}`), hint: t(`role.${value}.hint`) }))}
        onChange={setRole}
      />
    </FormDialog>
  );
}

function useEmailFault(error: unknown): string | undefined {
  const { t } = useTranslation('clinics');
  const refusal = refusalOf(error);
  if (refusal?.code !== 'INVALID_INPUT') return undefined;
  const { fields } = refusal.data as { fields: Record<string, string[]> };
  const [code] = fields.email ?? [];
  return code === 'unknown' || code === 'no_practitioner' ? t(`member.fault.${code}`) : t('member.fault.email');
}
