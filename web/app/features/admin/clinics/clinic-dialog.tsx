import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Clinic, ClinicLimits } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSaveProblem } from '../save-problem.ts';
import { refreshClinics } from './refresh.ts';

/** Adds a clinic, renames it, or takes it out of use. */
export function ClinicDialog({
  clinic,
  onClose,
}: {
  clinic: Pick<Clinic, 'id' | 'name' | 'is_active' | 'version'> | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['clinics', 'admin']);
  const problemOf = useSaveProblem();
  // The page may reload the clinic while the dialog is open, but the form was filled from this version.
  const [version] = useState(clinic?.version ?? null);
  const [name, setName] = useState(clinic?.name ?? '');
  const [isActive, setIsActive] = useState(clinic?.is_active ?? true);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.clinics.adminSaveClinic.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('saved', { name }) });
        onClose();
      },
      onSettled: refreshClinics,
    }),
  );
  function submit() {
    setIsTried(true);
    if (name.trim()) mutate({ clinic_id: clinic?.id ?? null, version, name, is_active: isActive });
  }
  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t(clinic ? 'clinic.edit' : 'clinic.add')}
      action={t('admin:save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={problemOf(error)}
    >
      <TextField
        label={t('name')}
        maxLength={ClinicLimits.name}
        value={name}
        error={isTried && !name.trim() && t('fault.name')}
        onChange={(event) => setName(event.target.value)}
      />
      {clinic && (
        <Switch label={t('active')} checked={isActive} onChange={(event) => setIsActive(event.target.checked)} />
      )}
    </FormDialog>
  );
}
