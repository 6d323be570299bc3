import { Download, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '#contract/billing.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PaperLanguages } from '#web/ui/paper-languages.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { useInvoicePdf } from './use-membership.ts';

export function InvoicesSection({ invoices }: { invoices: readonly Invoice[] }) {
  const { t } = useTranslation('billing');
  return (
    <SettingsSection title={t('membership.invoices')} text={t('membership.invoicesText')}>
      {invoices.length > 0 && <PaperLanguages />}
      {invoices.length === 0 && <p className="muted">{t('membership.noInvoices')}</p>}
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} />
      ))}
    </SettingsSection>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { date, money } = useFormat();
  const pdf = useInvoicePdf();
  const { id, kind, number, amount_cents, issued_at } = invoice;
  const name = t(kind === 'invoice' ? 'membership.invoice' : 'membership.credit', { number });
  return (
    <SettingsRow
      icon={FileText}
      name={name}
      text={`${date(issued_at)} · ${money(amount_cents)}`}
      action={
        <Button
          size="s"
          busy={pdf.isPending}
          aria-label={`${t('membership.download')}: ${number}`}
          onClick={() => pdf.mutate({ invoice_id: id })}
        >
          <Icon as={Download} size="s" />
          {t('membership.download')}
        </Button>
      }
    />
  );
}
