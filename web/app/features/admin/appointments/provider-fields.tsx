import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { withProvider } from './offer-form.ts';
import styles from './offer.module.css';
import type { OfferDraft } from './use-offer.ts';

/**
 * Searches the directory for providers whose names resemble the typed name. If a provider's name equals the typed name,
 * the provider's entry fills the other fields.
 */
export function useKnownProviders({ form, change }: OfferDraft) {
  const search = useDeferredValue(form.provider_name.trim());
  const { data = [] } = useQuery(
    api.appointmentsAdmin.adminListProviders.queryOptions({
      input: { search, limit: 20 },
      placeholderData: (before) => before,
    }),
  );
  const known = data.filter(({ is_active }) => is_active);
  const named = (wanted: string) => known.find(({ name }) => name === wanted);

  // A name can be pasted before the directory has responded. The other fields are then filled as soon as the response
  // arrives.
  const late = form.provider_id === null ? named(form.provider_name) : undefined;
  useEffect(() => {
    if (late && !form.provider_address && !form.provider_phone) change(withProvider(form, late));
  }, [late, form, change]);

  function typed(name: string) {
    const provider = named(name);
    if (provider) change(withProvider(form, provider));
    else change({ provider_name: name, provider_id: null, allow_double_booking: false });
  }

  return { known, typed };
}

/** Suggests names from the directory. Choosing a name fills the other fields. */
export function ProviderFields({ offer }: { offer: OfferDraft }) {
  const { t } = useTranslation('admin');
  const list = useId();
  const { form, change, faults } = offer;
  const { known, typed } = useKnownProviders(offer);
  return (
    <>
      <TextField
        label={t('offer.provider')}
        list={list}
        autoComplete="off"
        maxLength={200}
        aria-invalid={faults.includes('provider_name') || undefined}
        value={form.provider_name}
        onChange={(event) => typed(event.target.value)}
      />
      <datalist id={list}>
        {known.map(({ id, name, address }) => (
          <option key={id} value={name}>
            {address}
          </option>
        ))}
      </datalist>
      <TextField
        label={t('offer.phone')}
        optional
        type="tel"
        maxLength={40}
        value={form.provider_phone}
        onChange={(event) => change({ provider_phone: event.target.value })}
      />
      <TextField
        label={t('offer.address')}
        optional
        maxLength={400}
        value={form.provider_address}
        onChange={(event) => change({ provider_address: event.target.value })}
      />
      <TextField
        label={t('offer.registration')}
        optional
        maxLength={120}
        value={form.provider_registration}
        onChange={(event) => change({ provider_registration: event.target.value })}
        className={styles.registration}
      />
      <TextField
        label={t('offer.insurance')}
        optional
        maxLength={200}
        value={form.provider_insurance}
        onChange={(event) => change({ provider_insurance: event.target.value })}
      />
      <TextField
        label={t('offer.seller')}
        optional
        maxLength={200}
        value={form.provider_seller}
        onChange={(event) => change({ provider_seller: event.target.value })}
      />
    </>
  );
}
