import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentDefaults } from '#contract/appointments.ts';
import { ClinicLimits, type ClinicSite } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { refusalOf } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSaveProblem } from '../save-problem.ts';
import { refreshClinics } from './refresh.ts';

const nowhere = {
  name: '',
  address: '',
  phone: '',
  country: 'FR',
  timezone: AppointmentDefaults.timezone as string,
  is_active: true,
};

interface Props {
  clinicId: string;
  site: ClinicSite | undefined;
  onClose: () => void;
}

function useSiteForm({ clinicId, site, onClose }: Props) {
  const { t } = useTranslation('clinics');
  const [form, setForm] = useState(() => {
    const { name, address, phone, country, timezone, is_active } = site ?? nowhere;
    return { name, address, phone, country, timezone, is_active };
  });
  const [version] = useState(site?.version ?? null);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error, reset } = useMutation(
    api.clinics.adminSaveSite.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('saved', { name: form.name }) });
        onClose();
      },
      onSettled: refreshClinics,
    }),
  );
  const isTaken = refusalOf(error)?.code === 'INVALID_INPUT';
  const isNameless = !form.name.trim();
  return {
    form,
    isPending,
    problem: isTaken ? null : error,
    nameFault: isTried && isNameless ? t('fault.name') : isTaken && t('fault.siteTaken'),
    put: (change: Partial<typeof form>) => {
      setForm({ ...form, ...change });
      reset();
    },
    submit: () => {
      setIsTried(true);
      if (!isNameless) mutate({ site_id: site?.id ?? null, version, clinic_id: clinicId, ...form });
    },
  };
}

type Part = Pick<ReturnType<typeof useSiteForm>, 'form' | 'put'>;

/** Adds a place or changes one. Saving also confirms the country and the time zone. */
export function SiteDialog(props: Props) {
  const { site, onClose } = props;
  const { t } = useTranslation(['clinics', 'admin']);
  const problemOf = useSaveProblem();
  const { form, put, submit, isPending, problem, nameFault } = useSiteForm(props);
  return (
    <FormDialog
      onClose={onClose}
      title={site?.name ?? t('site.add')}
      lead={site && t('site.lead')}
      action={t('admin:save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={problemOf(problem)}
    >
      <TextField
        label={t('name')}
        maxLength={ClinicLimits.name}
        value={form.name}
        error={nameFault}
        onChange={(event) => put({ name: event.target.value })}
      />
      {(['address', 'phone'] as const).map((field) => (
        <TextField
          key={field}
          label={t(`site.${field}`)}
          optional
          maxLength={ClinicLimits[field]}
          value={form[field]}
          onChange={(event) => put({ [field]: event.target.value })}
        />
      ))}
      <CountryAndZone form={form} put={put} />
      {site && (
        <Switch
          label={t('active')}
          checked={form.is_active}
          onChange={(event) => put({ is_active: event.target.checked })}
        />
      )}
    </FormDialog>
  );
}

/** Alternative names of time zones that people search for, but that browsers do not list. */
const alsoKnown = ['America/Montreal'];

function CountryAndZone({ form, put }: Part) {
  const { t } = useTranslation('clinics');
  const countries = useCountries(form.country);
  const zones = [...new Set([form.timezone, ownZone(), ...alsoKnown, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <>
      <Select
        label={t('site.country')}
        hint={t('site.country.hint')}
        value={form.country}
        onChange={(event) => put({ country: event.target.value })}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={t('site.timezone')}
        hint={t('site.timezone.hint')}
        value={form.timezone}
        onChange={(event) => put({ timezone: event.target.value })}
      >
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </Select>
    </>
  );
}

/** The ISO 3166-1 codes of the countries in which a place can be. */
const countryCodes =
  'FR BE CH LU MC DE AT ES IT PT NL DK SE NO FI IE GB PL CZ GR TR IL LB MA TN AE SA QA US CA AU NZ JP KR SG'.split(' ');

/** Returns countries sorted by their names in the language of the page. The country `other` is always included. */
function useCountries(other: string): { code: string; name: string }[] {
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return [...new Set([...countryCodes, other])]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, next) => one.name.localeCompare(next.name, locale));
}
