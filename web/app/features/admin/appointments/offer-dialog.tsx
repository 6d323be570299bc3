import { Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { centsOf } from '../amount.ts';
import { type OfferForm, estimates, missingIn } from './offer-form.ts';
import { MemberHalf } from './offer-member-half.tsx';
import styles from './offer.module.css';
import { useKnownProviders } from './provider-fields.tsx';
import { useMissingNames } from './use-missing-names.ts';
import { type OfferDraft, useOffer } from './use-offer.ts';

const hour_ms = 3_600_000;

/**
 * The form of an offer. It has a private half, and a half that the patient sees. Their backgrounds differ, so that
 * nobody types a private price into the wrong half.
 */
export function OfferDialog({ row, onClose }: { row: AdminAppointment; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const treatment = useTreatmentName();
  const { moment } = useZoned();
  const offer = useOffer(row, onClose);
  const now = useNow();
  const hours = Number.parseInt(offer.form.hours, 10);
  useCtrlEnter(offer.send);
  return (
    <FormDialog
      size="l"
      onClose={onClose}
      title={t('offer.title', { name: row.patient_full_name || row.patient_email })}
      lead={t('offer.lead', { treatment: treatment(row.requested_treatment), city: row.city_target })}
      action={
        <>
          {t('action.offer')}
          <kbd className={styles.key}>Ctrl ⏎</kbd>
        </>
      }
      look={{ size: 's' }}
      busy={offer.isPending}
      onSubmit={offer.send}
      problem={offer.problem}
      aside={
        <span className={`small muted ${styles.ends}`}>
          {hours > 0 && !offer.form.is_operation && (
            <span>{t('offer.ends', { moment: moment(now + hours * hour_ms, ownZone()) })}</span>
          )}
          <OfferMissing offer={offer} />
        </span>
      }
      formClass={styles.halves}
    >
      <MemberHalf offer={offer} wasDone={row.status_canonical === 'done'} />
      <PrivateHalf offer={offer} />
    </FormDialog>
  );
}

/**
 * Lists the missing parts of the quote. The team can send the offer without them, but the patient cannot pay until they
 * are added.
 */
function OfferMissing({ offer }: { offer: OfferDraft }) {
  const { t } = useTranslation('admin');
  const now = useNow();
  const { known } = useKnownProviders(offer);
  const { form, row } = offer;
  const entry = known.find(({ id, name }) => id === form.provider_id || name === form.provider_name);
  const names = useMissingNames()(missingIn(form, row, entry, new Date(now)));
  return <span role="status">{names && t('offer.missing', { list: names })}</span>;
}

function PrivateHalf({ offer: { form, change, faults } }: { offer: OfferDraft }) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.private}>
      <h3 className={styles.ground}>
        <Icon as={Lock} size="s" />
        {t('offer.privateHalf')}
      </h3>
      <TextField
        label={`${t('offer.providerPrice')} (${form.currency})`}
        optional
        type="number"
        step="0.01"
        min="0"
        inputMode="decimal"
        error={faults.includes('provider_price') && t('private.priceWrong')}
        value={form.provider_price}
        onChange={(event) => change({ provider_price: event.target.value })}
      />
      <Difference form={form} />
      <Estimates form={form} />
      <TextArea
        label={t('offer.privateNote')}
        optional
        rows={4}
        maxLength={1000}
        value={form.admin_private_note}
        onChange={(event) => change({ admin_private_note: event.target.value })}
      />
    </div>
  );
}

/** Sends the form with Ctrl and Enter from any field, including a note, where Enter alone starts a new line. */
function useCtrlEnter(send: () => void) {
  const newest = useRef(send);
  useEffect(() => void (newest.current = send));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      newest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/**
 * Shows the difference between the provider's price and the patient's price, in money and as a share of the patient's
 * price.
 */
function Difference({ form }: { form: OfferForm }) {
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

function Estimates({ form }: { form: OfferForm }) {
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
