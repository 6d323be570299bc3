import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DirectService } from '#contract/direct-appointments.ts';
import { DayParts, WaitLimits } from '#contract/waiting-list.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { isBirthDateMissing, useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import {
  beginWait,
  dayAfter,
  isLastDayFine,
  todayAt,
  type WaitBegin,
  type WaitForm,
  wishesOf,
  withService,
} from './wait-form.ts';

const BirthDateStep = lazy(() => import('#web/lib/birth-date-step.tsx'));

interface Props {
  services: readonly DirectService[];
  begin?: WaitBegin | undefined;
  /** True if the patient changes an existing entry. The patient cannot change the service of such an entry. */
  isOpen?: boolean;
  onClose: () => void;
}

/** A dialog in which the patient joins a waiting list or changes an entry. */
export function WaitDialog({ services, begin, isOpen = false, onClose }: Props) {
  const { t } = useTranslation('waiting');
  const errorText = useErrorText();
  const now = useNow();
  const [form, setForm] = useState(() => beginWait(services, todayAt(services, begin ?? {}, now), begin));
  const today = todayAt(services, form, now);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error, reset } = useMutation(
    api.waitingList.waitForTime.mutationOptions({
      onSuccess: (waits) => {
        queryClient.setQueryData(api.waitingList.listMyWaits.queryKey(), waits);
        toast({ kind: 'success', title: t(isOpen ? 'changed' : 'saved') });
        onClose();
      },
    }),
  );
  const isFine = isLastDayFine(form, today);
  function submit() {
    setIsTried(true);
    if (isFine) mutate({ ...wishesOf(form, today), timezone: ownZone() });
  }
  function change(next: WaitForm) {
    setForm(next);
    reset();
  }
  const service = services.find(({ id }) => id === form.service_id);
  return (
    <FormDialog
      onClose={onClose}
      title={t('offer')}
      lead={t('how')}
      action={t(isOpen ? 'change.save' : 'save')}
      busy={isPending}
      onSubmit={submit}
      problem={error && !isBirthDateMissing(error) ? errorText(error) : undefined}
      below={
        isBirthDateMissing(error) && (
          <Suspense>
            <BirthDateStep onGiven={submit} />
          </Suspense>
        )
      }
    >
      {services.length > 1 && !isOpen && (
        <Select
          label={t('service')}
          value={form.service_id}
          onChange={(event) => change(withService(form, event.target.value))}
        >
          {services.map(({ id, name, clinic_name }) => (
            <option key={id} value={id}>
              {name} · {clinic_name}
            </option>
          ))}
        </Select>
      )}
      {service && <PeopleAndPlaces service={service} form={form} onChange={change} />}
      <Days form={form} today={today} isWrong={isTried && !isFine} onChange={change} />
      <ChoiceGroup
        legend={t('part')}
        value={form.part}
        choices={DayParts.map((value) => ({ value, label: t(`part.${value}`) }))}
        onChange={(part) => change({ ...form, part })}
      />
    </FormDialog>
  );
}

interface DaysProps {
  form: WaitForm;
  today: string;
  isWrong: boolean;
  onChange: (form: WaitForm) => void;
}

/** The first and the last day on which the patient could come. */
function Days({ form, today, isWrong, onChange }: DaysProps) {
  const { t } = useTranslation('waiting');
  return (
    <Grid gap={16} min={160} align="start">
      <TextField
        label={t('first')}
        type="date"
        min={today}
        value={form.first_day}
        onChange={(event) => onChange({ ...form, first_day: event.target.value })}
      />
      <TextField
        label={t('last')}
        type="date"
        min={form.first_day || today}
        max={dayAfter(today, WaitLimits.days_ahead)}
        value={form.last_day}
        error={isWrong && t('fault.last')}
        onChange={(event) => onChange({ ...form, last_day: event.target.value })}
      />
    </Grid>
  );
}

interface PlacesProps {
  service: DirectService;
  form: WaitForm;
  onChange: (form: WaitForm) => void;
}

/** Lets the patient choose a practitioner and a place. Each choice is shown only if there are at least two options. */
function PeopleAndPlaces({ service: { practitioners, sites }, form, onChange }: PlacesProps) {
  const { t } = useTranslation('waiting');
  return (
    <>
      {practitioners.length > 1 && (
        <Select
          label={t('who')}
          value={form.practitioner_id}
          onChange={(event) => onChange({ ...form, practitioner_id: event.target.value })}
        >
          <option value="">{t('anyone')}</option>
          {practitioners.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {sites.length > 1 && (
        <Select
          label={t('place')}
          value={form.site_id}
          onChange={(event) => onChange({ ...form, site_id: event.target.value })}
        >
          <option value="">{t('anywhere')}</option>
          {sites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}
