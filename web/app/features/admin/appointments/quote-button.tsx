import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointmentDetail } from '#contract/appointments-admin.ts';
import { call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toast } from '#web/ui/toast.ts';

interface Props {
  appointmentId: string;
  quote: NonNullable<AdminAppointmentDetail['offers'][number]['quote']>;
}

/** Downloads the quote of an offer, even if another offer has replaced this one. */
export function QuoteButton({ appointmentId, quote: { number, version } }: Props) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.appointmentsAdmin.adminGetQuote({ appointment_id: appointmentId, version }),
    onSuccess: (file) => download(file, file.name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <IconButton
      icon={FileText}
      size="s"
      label={t('money.quote', { number })}
      disabled={isPending}
      onClick={() => mutate()}
    />
  );
}
