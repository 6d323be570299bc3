import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { PaperLanguages } from '#web/ui/paper-languages.tsx';
import styles from './cards.module.css';
import { useFile } from './use-file.ts';
import type { Payment } from './use-payment.ts';

export type Hold = { readonly kind: 'incomplete' | 'choice' } | { readonly kind: 'reflection'; readonly until: string };

interface Props {
  appointment: MyAppointment;
  payment: Payment;
  /** The reason why the patient can read the quote, but cannot accept or pay it yet. */
  hold: Hold | undefined;
}

/** Shows the quote, which the patient can read before and after accepting it. It is accepted only once. */
export function QuoteStep({ appointment, payment, hold }: Props) {
  const { t } = useTranslation('appointments');
  const { dateTime } = useFormat();
  const { id, number, offer } = appointment;
  const quote = useFile(() => call.appointments.getAppointmentQuote({ appointment_id: id }), `${number}.pdf`);
  if (!offer) return null;
  return (
    <Row gap={20} rowGap={12} align="center" wrap className={styles.quote}>
      <Button size="s" busy={quote.isPending} onClick={quote.get}>
        <Icon as={FileText} size="s" />
        {t('offer.quote')}
      </Button>
      {hold ? (
        <p className="small">
          {hold.kind === 'reflection'
            ? t('offer.reflection', { moment: dateTime(hold.until) })
            : t(hold.kind === 'choice' ? 'offer.chooseFirst' : 'offer.incomplete')}
        </p>
      ) : offer.accepted_at ? (
        <p className="small muted">{t('offer.accepted', { moment: dateTime(offer.accepted_at) })}</p>
      ) : (
        <Checkbox
          label={t('offer.agree')}
          checked={payment.hasAgreed}
          error={payment.agreementFault}
          onChange={(event) => payment.setHasAgreed(event.target.checked)}
        />
      )}
      <PaperLanguages />
    </Row>
  );
}
