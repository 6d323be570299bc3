import { useTranslation } from 'react-i18next';

/** Why a refund failed: our own reasons in words, those of the payment provider as it names them. */
export function useRefundReason() {
  const { t } = useTranslation('disputes');
  return (reason: string): string =>
    reason === 'disputed' || reason === 'exceeds_payment' ? t(`refundReason.${reason}`) : reason;
}
