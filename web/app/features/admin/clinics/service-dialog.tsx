import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentTreatments, OfferCurrencies, type OfferCurrency } from '#contract/appointments.ts';
import { type Clinic, ClinicLimits, type ClinicService } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { ChipGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import screen from '../screen.module.css';
import { useSaveProblem } from '../save-problem.ts';
import { refreshClinics } from './refresh.ts';
import {
  emptyService,
  type NumberField,
  type ServiceFault,
  type ServiceForm,
  serviceFaults,
  serviceFormOf,
  serviceInput,
} from './service-form.ts';

interface Props {
  clinic: Clinic;
  service: ClinicService | undefined;
  onClose: () => void;
}

function useServiceForm({ clinic, service, onClose }: Props) {
  const { t } = useTranslation('clinics');
  const locale = useLocale();
  const [form, setForm] = useState<ServiceForm>(() => (service ? serviceFormOf(service) : emptyService));
  const [version] = useState(service?.version ?? null);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.clinics.adminSaveService.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('saved', { name: locale === 'fr' ? form.name_fr : form.name_en }) });
        onClose();
      },
      onSettled: refreshClinics,
    }),
  );
  const faults = serviceFaults(form);
  return {
    form,
    isPending,
    error,
    put: (change: Partial<ServiceForm>) => setForm({ ...form, ...change }),
    faultOf: (...names: ServiceFault[]) => {
      const found = isTried && names.find((name) => faults.includes(name));
      return found ? t(`service.fault.${found}`) : undefined;
    },
    submit: () => {
      setIsTried(true);
      if (faults.length === 0)
        mutate({ service_id: service?.id ?? null, version, clinic_id: clinic.id, ...serviceInput(form) });
    },
  };
}

/** Adds a service of a clinic, or changes it. */
export function ServiceDialog(props: Props) {
  const { clinic, service, onClose } = props;
  const { t } = useTranslation(['clinics', 'admin']);
  const problemOf = useSaveProblem();
  const locale = useLocale();
  const { form, put, faultOf, submit, isPending, error } = useServiceForm(props);
  const part = { form, put, faultOf };
  return (
    <FormDialog
      size="l"
      onClose={onClose}
      title={service ? (locale === 'fr' ? service.name_fr : service.name_en) : t('service.add')}
      action={t('admin:save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={problemOf(error)}
    >
      <div className={screen.side}>
        {(['name_en', 'name_fr'] as const).map((name) => (
          <TextField
            key={name}
            label={t(`service.${name}`)}
            lang={name.slice(-2)}
            maxLength={ClinicLimits.name}
            value={form[name]}
            error={faultOf(name)}
            onChange={(event) => put({ [name]: event.target.value })}
          />
        ))}
      </div>
      <Act {...part} />
      <div className={screen.side}>
        <NumberFields {...part} names={['minutes', 'buffer_before', 'buffer_after']} />
      </div>
      <Money {...part} />
      <Checkbox
        label={t('service.is_direct')}
        hint={t('service.is_direct.hint')}
        checked={form.is_direct}
        onChange={(event) =>
          put({ is_direct: event.target.checked, ...(event.target.checked && { is_review: false }) })
        }
      />
      <Checkbox
        label={t('service.is_review')}
        hint={t('service.is_review.hint')}
        checked={form.is_review}
        onChange={(event) =>
          put({ is_review: event.target.checked, ...(event.target.checked && { is_direct: false }) })
        }
      />
      <div className={screen.side}>
        <NumberFields {...part} names={['lead_hours', 'days_ahead', 'free_until_hours']} />
      </div>
      <WhoAndWhere clinic={clinic} {...part} />
      {service && (
        <Switch
          label={t('active')}
          checked={form.is_active}
          onChange={(event) => put({ is_active: event.target.checked })}
        />
      )}
    </FormDialog>
  );
}

type Part = Pick<ReturnType<typeof useServiceForm>, 'form' | 'put' | 'faultOf'>;

function NumberFields({ names, form, put, faultOf }: Part & { names: readonly NumberField[] }) {
  const { t } = useTranslation('clinics');
  return names.map((name) => (
    <TextField
      key={name}
      label={t(`service.${name}`)}
      inputMode="numeric"
      value={form[name]}
      error={faultOf(name)}
      onChange={(event) => put({ [name]: event.target.value })}
    />
  ));
}

/**
 * The field for the treatment of the service. Quotes contain the treatment's name. The treatment also determines which
 * services are offered for a signed treatment plan.
 */
function Act({ form, put }: Part) {
  const { t } = useTranslation('clinics');
  const nameOf = useTreatmentName();
  return (
    <Select
      label={t('service.treatment')}
      hint={t('service.treatment.hint')}
      value={form.treatment}
      onChange={(event) => put({ treatment: event.target.value as ServiceForm['treatment'] })}
    >
      {AppointmentTreatments.map((treatment) => (
        <option key={treatment} value={treatment}>
          {nameOf(treatment)}
        </option>
      ))}
    </Select>
  );
}

/**
 * The fields for price and deposit. If there is no price, patients get a quote, except for free review visits. If there
 * is no deposit, patients pay the whole price at once.
 */
function Money({ form, put, faultOf }: Part) {
  const { t } = useTranslation('clinics');
  return (
    <div className={screen.side}>
      <TextField
        label={t('service.price')}
        hint={t('service.price.hint')}
        optional
        inputMode="decimal"
        value={form.price}
        error={faultOf('price', 'price_needed', 'price_free')}
        onChange={(event) => put({ price: event.target.value })}
      />
      <TextField
        label={t('service.deposit')}
        hint={t('service.deposit.hint')}
        optional
        inputMode="decimal"
        value={form.deposit}
        error={faultOf('deposit', 'deposit_high')}
        onChange={(event) => put({ deposit: event.target.value })}
      />
      <Select
        label={t('service.currency')}
        value={form.currency}
        onChange={(event) => put({ currency: event.target.value as OfferCurrency })}
      >
        {OfferCurrencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </Select>
    </div>
  );
}

function WhoAndWhere({ clinic, form, put }: Part & { clinic: Clinic }) {
  const { t } = useTranslation('clinics');
  const rooms = clinic.sites.flatMap((site) =>
    site.rooms
      .filter(({ id, is_active }) => is_active || form.room_ids.includes(id))
      .map(({ id, name }) => ({ value: id, label: name, hint: site.name })),
  );
  return (
    <>
      {clinic.members.length > 0 ? (
        <ChipGroup
          legend={t('service.practitioners')}
          value={form.practitioner_ids}
          choices={clinic.members.map(({ user_id, name }) => ({ value: user_id, label: name }))}
          onChange={(practitioner_ids) => put({ practitioner_ids })}
        />
      ) : (
        <p className="small muted">{t('service.practitioners.none')}</p>
      )}
      <Checkbox
        label={t('service.is_video')}
        hint={t('service.is_video.hint')}
        checked={form.is_video}
        onChange={(event) => put({ is_video: event.target.checked })}
      />
      {!form.is_video && rooms.length > 0 && (
        <ChipGroup
          legend={t('service.rooms')}
          value={form.room_ids}
          choices={rooms}
          onChange={(room_ids) => put({ room_ids })}
        />
      )}
    </>
  );
}
