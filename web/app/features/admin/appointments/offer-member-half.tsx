import { useTranslation } from 'react-i18next';
import { AppointmentLimits, OfferCurrencies, type OfferCurrency } from '#contract/appointments.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import styles from './offer.module.css';
import { OfferTimes } from './offer-times-section.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { TimeFields } from './time-fields.tsx';
import type { OfferDraft } from './use-offer.ts';

export function MemberHalf({ offer, wasDone }: { offer: OfferDraft; wasDone: boolean }) {
  const { t } = useTranslation('admin');
  const { form, change, faults } = offer;
  return (
    <div className={styles.member}>
      <h3 className={styles.ground}>{t('offer.memberHalf')}</h3>
      <ProviderFields offer={offer} />
      <OfferTimes offer={offer} />
      {form.times.length === 0 && (
        <TimeFields value={form} onChange={change} check={offer.check} isMissing={faults.includes('wall_time')} />
      )}
      <PriceField offer={offer} />
      {offer.isUnusual && (
        <div className={styles.full}>
          <Checkbox
            label={t('offer.unusual')}
            checked={form.allow_unusual}
            onChange={(event) => change({ allow_unusual: event.target.checked })}
          />
        </div>
      )}
      <TextField
        label={t('offer.hours')}
        type="number"
        min="1"
        max={AppointmentLimits.max_offer_hours}
        step="1"
        inputMode="numeric"
        value={form.hours}
        onChange={(event) => change({ hours: event.target.value })}
      />
      <TextField
        label={t('offer.products')}
        optional
        className={styles.full}
        maxLength={500}
        hint={t('offer.products.hint')}
        value={form.products}
        onChange={(event) => change({ products: event.target.value })}
      />
      <div className={styles.full}>
        <Checkbox
          label={t('offer.operation')}
          checked={form.is_operation}
          onChange={(event) => change({ is_operation: event.target.checked })}
        />
      </div>
      <TextArea
        label={t('offer.publicNote')}
        optional
        className={styles.full}
        rows={2}
        maxLength={AppointmentLimits.note}
        value={form.admin_public_note}
        onChange={(event) => change({ admin_public_note: event.target.value })}
      />
      {wasDone && (
        <TextField
          label={t('offer.reason')}
          className={styles.full}
          maxLength={500}
          value={form.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      )}
    </div>
  );
}

/** The fields for the amount and the currency that the patient pays. */
function PriceField({ offer: { form, change, faults } }: { offer: OfferDraft }) {
  const { t } = useTranslation('admin');
  return (
    <Field label={t('offer.patientPrice')}>
      {(wiring) => (
        <div className={styles.price}>
          <input
            {...wiring}
            className="input"
            type="number"
            step="0.01"
            min="0"
            inputMode="decimal"
            required
            aria-invalid={faults.includes('patient_price') || undefined}
            value={form.patient_price}
            onChange={(event) => change({ patient_price: event.target.value })}
          />
          <select
            className="input"
            aria-label={t('offer.currency')}
            value={form.currency}
            onChange={(event) => change({ currency: event.target.value as OfferCurrency })}
          >
            {OfferCurrencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
