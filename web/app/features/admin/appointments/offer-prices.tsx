import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { centsOf } from '../amount.ts';
import { estimates, type OfferForm } from './offer-form.ts';
import styles from './offer.module.css';

/**
 * Shows the difference between the provider's price and the patient's price, in money and as a share of the patient's
 * price.
 */
export function Difference({ form }: { form: OfferForm }) {
  const { t } = useTranslation('admin');
  const { money, percent } = useFormat();
  const [asked, paid] = [centsOf(form.patient_price), centsOf(form.provider_price)];
  if (!asked || paid === null) return null;
  return (
    <p className={styles.difference}>
      <span className="muted">{t('offer.difference')}</span>
      <strong className="num">
        {money(asked - paid, form.currency)}, {percent((asked - paid) / asked)}
      </strong>
    </p>
  );
}

export function Estimates({ form }: { form: OfferForm }) {
  const { t } = useTranslation('admin');
  const { money } = useFormat();
  const cents = centsOf(form.patient_price);
  return (
    <details className={styles.estimates}>
      <summary>{t('offer.estimates')}</summary>
      <p className="micro muted">{t('offer.estimates.text')}</p>
      {cents !== null && (
        <ul>
          {estimates(cents, form.currency).map((estimate) => (
            <li key={estimate.currency} className="num">
              ≈ {money(estimate.cents, estimate.currency)}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
