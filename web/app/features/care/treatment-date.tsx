import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { ownToday } from '#web/lib/day.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './care.module.css';

/** Asks for the day of the treatment for the first time. */
export function TreatmentDate({ caseId }: { caseId: string }) {
  const { t } = useTranslation('care');
  const { field, save, isPending } = useTreatmentDate(caseId, '');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {field}
      <Row justify="end" className={styles.send}>
        <Button type="submit" size="s" variant="ink" saving={isPending}>
          {t('save')}
        </Button>
      </Row>
    </form>
  );
}

interface DialogProps {
  caseId: string;
  /** The day that the patient gave before. */
  known: string;
  onClose: () => void;
}

/** Lets the patient correct the day of the treatment, or give the day of a later one. */
export function TreatmentDateDialog({ caseId, known, onClose }: DialogProps) {
  const { t } = useTranslation('care');
  const { field, save, isPending } = useTreatmentDate(caseId, known, onClose);
  return (
    <FormDialog
      onClose={onClose}
      title={t('outcome.title')}
      action={t('save')}
      wayOut={t('later')}
      busy={isPending}
      onSubmit={save}
    >
      {field}
    </FormDialog>
  );
}

/** Returns the field for the day, and a function that stores the day. The field shows why the day was refused. */
function useTreatmentDate(caseId: string, known: string, onSaved?: () => void) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const [day, setDay] = useState(known);
  const [fault, setFault] = useState<string>();
  const faultOf = (error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal?.code !== 'INVALID_INPUT') return errorText(error);
    const { fields } = refusal.data as { fields: Record<string, string[]> };
    return t(fields['treated_on']?.includes('recorded') ? 'outcome.recorded' : 'outcome.bad_day');
  };
  const { mutate, isPending } = useMutation(
    api.care.setTreatmentDate.mutationOptions({
      async onSuccess() {
        await queryClient.invalidateQueries({ queryKey: api.care.key() });
        onSaved?.();
      },
      onError: (error) => setFault(faultOf(error)),
    }),
  );
  const save = () => {
    if (day === '') return setFault(t('outcome.bad_day'));
    mutate({ case_id: caseId, treated_on: day, time_zone: ownZone() });
  };
  const field = (
    <TextField
      type="date"
      label={t('outcome.when')}
      hint={t('outcome.why')}
      max={ownToday()}
      value={day}
      error={fault}
      onChange={(event) => {
        setDay(event.currentTarget.value);
        setFault(undefined);
      }}
    />
  );
  return { field, save, isPending };
}
