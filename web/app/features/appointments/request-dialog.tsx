import { type SubmitEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits, AppointmentTreatments } from '#contract/appointments.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextArea } from '#web/ui/text-field.tsx';
import styles from './request.module.css';
import { PlaceFields } from './place-fields.tsx';
import type { RequestForm } from './request-form.ts';
import type { Request } from './use-request.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  request: Request;
}

export function RequestDialog({ isOpen, onClose, request }: Props) {
  const { t } = useTranslation('appointments');
  const id = useId();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('request.title')}
      lead={t('request.lead')}
      isDismissable={!request.isPending}
      footer={
        <>
          <span className={`micro muted ${styles.kept}`}>
            <kbd>{t('key.escape')}</kbd> {t('request.kept')}
          </span>
          <Button variant="quiet" onClick={onClose} disabled={request.isPending}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} busy={request.isPending}>
            {t('request.send')}
          </Button>
        </>
      }
    >
      <RequestFields id={id} request={request} />
    </Dialog>
  );
}

/** The first field of a part, where a fault leads the reader. */
const fieldOf = { current: 'city_current', target: 'city_target', treatment: 'treatment' } as const;

function RequestFields({ id, request }: { id: string; request: Request }) {
  const { t } = useTranslation('appointments');
  const { form, faults, change } = request;
  const element = useRef<HTMLFormElement>(null);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const [first] = request.send();
    if (first) (element.current?.elements.namedItem(fieldOf[first]) as HTMLElement | null)?.focus();
  }

  return (
    <form id={id} ref={element} className={styles.form} onSubmit={submit} noValidate>
      <Select
        label={t('request.treatment')}
        name="treatment"
        value={form.treatment}
        error={faults.includes('treatment') && t('fault.treatment')}
        onChange={(event) => change({ treatment: event.target.value as RequestForm['treatment'] })}
      >
        {AppointmentTreatments.map((name) => (
          <option key={name} value={name}>
            {t(`treatment.${name}`)}
          </option>
        ))}
      </Select>
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
      {request.problem && (
        <p className={styles.problem} role="alert">
          {request.problem}
        </p>
      )}
    </form>
  );
}
