import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './details.module.css';
import { useFile } from './use-file.ts';

interface Quote {
  readonly version: number;
  readonly quote_number: string;
  readonly created_at: string;
}

/** Lists earlier versions of the quote that were replaced or have ended. The patient can still read them. */
export function EarlierQuotes({ id, quotes }: { id: string; quotes: readonly Quote[] }) {
  const { t } = useTranslation('appointments');
  if (quotes.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3 className="title">{t('offer.earlier')}</h3>
      <Row as="ul" gap={8} wrap>
        {quotes.map((quote) => (
          <li key={quote.version}>
            <EarlierQuote id={id} quote={quote} />
          </li>
        ))}
      </Row>
    </section>
  );
}

function EarlierQuote({ id, quote: { version, quote_number, created_at } }: { id: string; quote: Quote }) {
  const { t } = useTranslation('appointments');
  const { date } = useFormat();
  const file = useFile(
    () => call.appointments.getAppointmentQuote({ appointment_id: id, version }),
    `${quote_number.replace(' ', '-')}.pdf`,
  );
  return (
    <Button size="s" busy={file.isPending} onClick={file.get}>
      <Icon as={FileText} size="s" />
      {t('offer.version', { number: quote_number, date: date(created_at) })}
    </Button>
  );
}
