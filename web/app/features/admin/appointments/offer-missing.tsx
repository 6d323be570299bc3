import { useTranslation } from 'react-i18next';
import { useNow } from '#web/lib/use-now.ts';
import { missingIn } from './offer-form.ts';
import { useKnownProviders } from './provider-fields.tsx';
import { useMissingNames } from './use-missing-names.ts';
import type { OfferDraft } from './use-offer.ts';

/** Lists the missing parts of the quote. The team can send the offer without them, but the patient cannot pay it. */
export function OfferMissing({ offer }: { offer: OfferDraft }) {
  const { t } = useTranslation('admin');
  const now = useNow();
  const { known } = useKnownProviders(offer);
  const { form, row } = offer;
  const entry = known.find(({ id, name }) => id === form.provider_id || name === form.provider_name);
  const names = useMissingNames()(missingIn(form, row, entry, new Date(now)));
  return <span role="status">{names && t('offer.missing', { list: names })}</span>;
}
