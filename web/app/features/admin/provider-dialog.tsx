import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRICES_SHOWN, type Provider } from '#contract/appointments-admin.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ColumnHeads } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from './appointments/refresh.ts';
import { useSaveProblem } from './save-problem.ts';

const fields = ['name', 'address', 'phone', 'registration', 'insurance', 'seller'] as const;
const lengths = { name: 200, address: 400, phone: 40, registration: 120, insurance: 200, seller: 200 } as const;
const nobody = { name: '', address: '', phone: '', registration: '', insurance: '', seller: '', is_active: true };

/** Adds or changes a provider, and shows the provider's agreed prices and the prices for patients. */
export function ProviderDialog({ provider, onClose }: { provider: Provider | undefined; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const problemOf = useSaveProblem();
  const [form, setForm] = useState(() => {
    const { name, address, phone, registration, insurance, seller, is_active } = provider ?? nobody;
    return { name, address, phone, registration, insurance, seller, is_active };
  });
  const [version] = useState(provider?.version ?? null);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.appointmentsAdmin.adminSaveProvider.mutationOptions({
      onSuccess: ({ name }) => {
        toast({ kind: 'success', title: t('provider.saved', { name }) });
        onClose();
      },
      onSettled: refreshAdmin,
    }),
  );
  function submit() {
    setIsTried(true);
    if (form.name.trim()) mutate({ provider_id: provider?.id ?? null, version, ...form });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={provider?.name ?? t('provider.add')}
      action={t('save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={problemOf(error)}
      below={provider && <Prices id={provider.id} />}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`provider.${field}`)}
          optional={field !== 'name'}
          maxLength={lengths[field]}
          value={form[field]}
          error={field === 'name' && isTried && !form.name.trim() && t('provider.nameMissing')}
          onChange={(event) => setForm({ ...form, [field]: event.target.value })}
        />
      ))}
      <Switch
        label={t('provider.active')}
        checked={form.is_active}
        onChange={(event) => setForm({ ...form, is_active: event.target.checked })}
      />
    </FormDialog>
  );
}

function Prices({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const { money, date, number } = useFormat();
  const treatment = useTreatmentName();
  const { data } = useQuery(api.appointmentsAdmin.adminGetProvider.queryOptions({ input: { provider_id: id } }));
  if (!data) return null;
  return (
    <section>
      <h3 className="title">{t('provider.prices')}</h3>
      {data.prices.length === 0 ? (
        <p className="small muted">{t('provider.noPrices')}</p>
      ) : (
        <table className="table">
          <ColumnHeads
            names={(['date', 'treatment', 'providerPrice', 'patientPrice'] as const).map((column) =>
              t(`column.${column}`),
            )}
          />
          <tbody>
            {data.prices.map((price) => (
              <tr key={`${price.appointment_id} ${price.at}`}>
                <td data-label={t('column.date')}>{date(price.at)}</td>
                <td data-label={t('column.treatment')}>{treatment(price.requested_treatment)}</td>
                <td data-label={t('column.providerPrice')}>
                  {price.provider_price_cents !== null && money(price.provider_price_cents, price.currency)}
                </td>
                <td data-label={t('column.patientPrice')}>{money(price.patient_price_cents, price.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data.prices.length === PRICES_SHOWN && (
        <p className="small muted">{t('newest', { number: number(PRICES_SHOWN) })}</p>
      )}
    </section>
  );
}
