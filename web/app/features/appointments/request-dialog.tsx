import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits, AppointmentTreatments } from '#contract/appointments.ts';
import { isBenefit, usePatientTreatmentName } from '#web/lib/appointment-words.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Key } from '#web/ui/key.tsx';
import { Select, TextArea } from '#web/ui/text-field.tsx';
import styles from './request.module.css';
import { PlaceFields } from './place-fields.tsx';
import type { RequestForm } from './request-form.ts';
import type { Request } from './use-request.ts';

const BirthDateStep = lazy(() => import('#web/lib/birth-date-step.tsx'));

interface Props {
  onClose: () => void;
  request: Request;
}

export function RequestDialog({ onClose, request }: Props) {
  const { t } = useTranslation('appointments');
  const name = usePatientTreatmentName();
  const { treatment } = request.form;
  return (
    <FormDialog
      onClose={onClose}
      title={isBenefit(treatment) ? name(treatment) : t('request.title')}
      lead={t(isBenefit(treatment) ? 'benefit.lead' : 'request.lead')}
      action={t('request.send')}
      busy={request.isPending}
      onSubmit={request.send}
      problem={request.problem}
      below={
        request.needsBirthDate && (
          <Suspense>
            <BirthDateStep onGiven={request.send} />
          </Suspense>
        )
      }
      aside={
        <span className={`micro muted ${styles.kept}`}>
          <Key>{t('key.escape')}</Key> {t('request.kept')}
        </span>
      }
    >
      <RequestFields request={request} />
    </FormDialog>
  );
}

function RequestFields({ request: { form, faults, change } }: { request: Request }) {
  const { t } = useTranslation('appointments');
  const nameOf = usePatientTreatmentName();
  return (
    <>
      {!isBenefit(form.treatment) && (
        <Select
          label={t('request.treatment')}
          name="treatment"
          value={form.treatment}
          error={faults.includes('treatment') && t('fault.treatment')}
          onChange={(event) => change({ treatment: event.target.value as RequestForm['treatment'] })}
        >
          {AppointmentTreatments.map((name) => (
            <option key={name} value={name}>
              {nameOf(name)}
            </option>
          ))}
        </Select>
      )}
      <PlaceFields
        legend={t('request.current')}
        which="current"
        country={form.country_current}
        city={form.city_current}
        error={faults.includes('current') && t('fault.current')}
        onCountry={(country_current) => change({ country_current })}
        onCity={(city_current) => change({ city_current })}
      />
      <Checkbox
        label={t('request.same')}
        checked={form.isSame}
        onChange={(event) => change({ isSame: event.target.checked })}
      />
      <PlaceFields
        legend={t('request.target')}
        which="target"
        disabled={form.isSame}
        country={form.isSame ? form.country_current : form.country_target}
        city={form.isSame ? form.city_current : form.city_target}
        error={faults.includes('target') && t('fault.target')}
        onCountry={(country_target) => change({ country_target })}
        onCity={(city_target) => change({ city_target })}
      />
      <TextArea
        label={t('request.note')}
        optional
        rows={3}
        maxLength={AppointmentLimits.note}
        placeholder={t('request.note.placeholder')}
        hint={t('request.note.hint')}
        value={form.patient_note}
        onChange={(event) => change({ patient_note: event.target.value })}
      />
    </>
  );
}
