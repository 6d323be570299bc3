import { useTranslation } from 'react-i18next';

/** The reason why a refund failed: ours as a text, the payment provider's as it names it. */
export function useRefundReason() {
  const { t } = useTranslation('disputes');
  return (reason: string): string =>
    reason === 'disputed' || reason === 'exceeds_payment' ? t(`refundReason.${reason}`) : reason;
}
