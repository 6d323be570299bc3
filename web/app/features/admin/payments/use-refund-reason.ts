import { useTranslation } from 'react-i18next';

/** Our own reasons, and the reasons that Stripe documents for a failed refund. */
const known = [
  'disputed',
  'exceeds_payment',
  'charge_for_pending_refund_disputed',
  'declined',
  'expired_or_canceled_card',
  'insufficient_funds',
  'lost_or_stolen_card',
  'merchant_request',
  'unknown',
] as const;

/** Returns a function that explains why a refund failed. A reason that is not known is shown unchanged. */
export function useRefundReason() {
  const { t } = useTranslation('disputes');
  return (reason: string): string => {
    const one = known.find((word) => word === reason);
    return one ? t(`refundReason.${one}`) : reason;
  };
}
