import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { useCopy } from '#web/ui/copy.ts';

const visible_ms = 1800;

export const canCopy = ({ status_canonical, final_checkout_url }: AdminAppointment): boolean =>
  status_canonical === 'awaiting_payment' && final_checkout_url !== null;

/**
 * Copies the permanent address of the offer's page. It does not copy the address of a payment page, which is valid only
 * for a day.
 */
export function useCopyLink() {
  const { t } = useTranslation('admin');
  const copy = useCopy();
  return async (row: AdminAppointment) => {
    if (!canCopy(row) || !row.final_checkout_url) return;
    await copy(row.final_checkout_url, t('copied'), visible_ms);
  };
}
