import { useTranslation } from 'react-i18next';

/**
 * Returns a function that explains why a refund failed. Our own reasons are translated, and reasons of the payment
 * provider are shown unchanged.
 */
export function useRefundReason() {
  const { t } = useTranslation('disputes');
  return (reason: string): string =>
    reason === 'disputed' || reason === 'exceeds_payment' ? t(`refundReason.${reason}`) : reason;
}
