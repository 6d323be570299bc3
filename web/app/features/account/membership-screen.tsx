import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Invoice, Skus, type Membership, type Sku } from '#contract/billing.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { PaperLanguages } from '#web/ui/paper-languages.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './account.module.css';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { IncludedSection } from './included-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { useCardPage, useInvoicePdf, useMembership } from './use-membership.ts';
import { CreditCard, Download, FileText } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';

interface Props {
  onPlans: () => void;
  /** Draws the benefits of the subscription plan other than simulations. `extras` is the number of these benefits. */
  benefits: (extras: number) => ReactNode;
}

export function MembershipScreen(props: Props) {
  const { t } = useTranslation('billing');
  const query = useMembership();
  return (
    <main className={`page ${styles.page}`} id="content" aria-busy={query.isPending}>
      <h1 className="h1">{t('account.membership')}</h1>
      {query.isPending && <SkeletonRows rows={6} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {query.data && <Sections membership={query.data} {...props} />}
    </main>
  );
}

const isSku = (word: string | null): word is Sku => Skus.some((sku) => sku === word);

function Sections({ membership, onPlans, benefits }: Props & { membership: Membership }) {
  const [params, setParams] = useSearchParams();
  const wantsToWithdraw = params.has('withdraw');
  const [open, setOpen] = useState<'cancel' | 'refund' | undefined>(wantsToWithdraw ? 'refund' : undefined);
  const { t } = useTranslation('billing');
  const wanted = params.get('change');
  const close = () => setOpen(undefined);
  const subscription = membership.subscription;
  const isLiving = subscription !== null && subscription.status !== 'ended';
  const mayChange = isLiving && isSku(wanted) && wanted !== `${subscription.plan}_${subscription.cycle}`;
  return (
    <>
      {wantsToWithdraw && !(isLiving && membership.refund) && <p role="status">{t('membership.noWithdrawal')}</p>}
      <PlanSection membership={membership} onPlans={onPlans} />
      <IncludedSection plan={membership.plan} entitlements={membership.entitlements} />
      {membership.entitlements.extras > 0 && benefits(membership.entitlements.extras)}
      {isLiving && <PaymentSection />}
      <InvoicesSection invoices={membership.invoices} />
      {isLiving && (
        <LeaveSection
          subscription={subscription}
          refund={membership.refund}
          onCancel={() => setOpen('cancel')}
          onRefund={() => setOpen('refund')}
        />
      )}
      {isLiving && <CancelDialog subscription={subscription} isOpen={open === 'cancel'} onClose={close} />}
      {isLiving && membership.refund && (
        <RefundDialog membership={membership} isOpen={open === 'refund'} onClose={close} />
      )}
      {mayChange && <ChangeDialog sku={wanted} onClose={() => setParams({}, { replace: true })} />}
    </>
  );
}

function PaymentSection() {
  const { t } = useTranslation('billing');
  const card = useCardPage();
  return (
    <SettingsSection title={t('membership.payment')} text={t('membership.paymentText')}>
      <SettingsRow
        icon={CreditCard}
        name={t('membership.card')}
        text={t('membership.cardText')}
        action={
          <Button size="s" busy={card.isPending} onClick={() => card.mutate()}>
            {t('membership.replace')}
          </Button>
        }
      />
    </SettingsSection>
  );
}

function InvoicesSection({ invoices }: { invoices: readonly Invoice[] }) {
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
