import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { toast } from '#web/ui/toast.ts';

const visible_ms = 1800;

export const canCopy = ({ status_canonical, final_checkout_url }: AdminAppointment): boolean =>
  status_canonical === 'awaiting_payment' && final_checkout_url !== null;

/** The lasting address of the offer, not a payment page that would be over tomorrow. */
export function useCopyLink() {
  const { t } = useTranslation('admin');
  return async (row: AdminAppointment) => {
    if (!canCopy(row) || !row.final_checkout_url) return;
    try {
      await navigator.clipboard.writeText(row.final_checkout_url);
      toast({ kind: 'success', title: t('copied'), visible_ms });
    } catch {
      toast({ kind: 'error', title: t('copy.failed'), text: row.final_checkout_url });
    }
  };
}
