import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Incident, IncidentRisks } from '#contract/incidents.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { useAssessIncident } from './use-incident-change.ts';

export function AssessDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { t } = useTranslation('incidents');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useAssessIncident(onClose);
  const [risk, setRisk] = useState(incident.risk);
  const [people, setPeople] = useState(incident.people?.toString() ?? '');
  return (
    <FormDialog
      onClose={onClose}
      title={t('assess')}
      lead={t('assess.lead')}
      action={t('assess.do')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={() => mutate({ id: incident.id, risk, people: people === '' ? null : Number(people) })}
      problem={error && errorText(error)}
    >
      <Select
        label={t('risk')}
        value={risk}
        onChange={({ currentTarget: { value } }) => setRisk(IncidentRisks.find((one) => one === value) ?? risk)}
      >
        {IncidentRisks.map((one) => (
          <option key={one} value={one}>
            {t(`risk.${one}`)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('people')}
        hint={t('people.hint')}
        optional
        inputMode="numeric"
        value={people}
        onChange={({ target }) => setPeople(target.value.replace(/\D/g, '').slice(0, 8))}
      />
    </FormDialog>
  );
}
