import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Invoice, Skus, type Membership, type Sku, type Subscription } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { PaperLanguages } from '#web/ui/paper-languages.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './account.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import { IncludedSection } from './included-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { useAfterChange, useCardPage, useInvoicePdf, useMembership } from './use-membership.ts';
import { CreditCard, Download, FileText } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';

interface Props {
  onPlans: () => void;
  /** Renders all benefits of the subscription plan except simulations. `extras` is the number of these benefits. */
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
      {isLiving && <PaymentSection isHeld={membership.talk_first} />}
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

/** During a payment hold, the section says that a doctor wants to talk with the member first, and has no button. */
function PaymentSection({ isHeld }: { isHeld: boolean }) {
  const { t } = useTranslation(['billing', 'errors']);
  const card = useCardPage();
  return (
    <SettingsSection title={t('membership.payment')} text={t('membership.paymentText')}>
      <SettingsRow
        icon={CreditCard}
        name={t('membership.card')}
        text={t(isHeld ? 'errors:TALK_FIRST' : 'membership.cardText')}
        action={
          isHeld ? undefined : (
            <Button size="s" busy={card.isPending} onClick={() => card.mutate()}>
              {t('membership.replace')}
            </Button>
          )
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

interface CancelDialogProps {
  subscription: Subscription;
  isOpen: boolean;
  onClose: () => void;
}

function CancelDialog({ subscription, isOpen, onClose }: CancelDialogProps) {
  const { t } = useTranslation('billing');
  const { date } = useFormat();
  const { onSuccess, onError } = useAfterChange();
  const isOwed = subscription.status === 'past_due';
  const values = { plan: t(`plan.${subscription.plan}`), day: date(subscription.period_end) };
  const cancel = useMutation(
    api.billing.cancelSubscription.mutationOptions({
      onSuccess(membership) {
        onSuccess(membership);
        onClose();
        // The page may have shown a debt that was already paid, or one that is new. The response has the current state.
        const after = membership.subscription ?? subscription;
        const title =
          after.status === 'ended'
            ? t('cancel.doneNow')
            : t('cancel.done', { ...values, day: date(after.cancel_at ?? after.period_end) });
        toast({ kind: 'success', title });
      },
      onError,
    }),
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('cancel.title')}
      lead={t(isOwed ? 'cancel.owedText' : 'cancel.text', values)}
      isDismissable={!cancel.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={cancel.isPending}>
            {t('cancel.back')}
          </Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({})}>
            {t('cancel.confirm')}
          </Button>
        </>
      }
    />
  );
}

interface RefundDialogProps {
  membership: Membership;
  isOpen: boolean;
  onClose: () => void;
}

function RefundDialog({ membership, isOpen, onClose }: RefundDialogProps) {
  const { t } = useTranslation('billing');
  const { money } = useFormat();
  const { onSuccess, onError } = useAfterChange();
  const { amount_cents = 0, credit_cents = 0 } = membership.refund ?? {};
  const values = { plan: t(`plan.${membership.plan}`), amount: money(amount_cents) };
  const refund = useMutation(
    api.billing.requestRefund.mutationOptions({
      onSuccess(after) {
        onSuccess(after);
        onClose();
        toast({ kind: 'success', title: t(amount_cents > 0 ? 'refund.done' : 'refund.nothingDone', values) });
      },
      onError,
    }),
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('refund.title')}
      lead={t(amount_cents > 0 ? 'refund.text' : 'refund.nothingText', values)}
      isDismissable={!refund.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={refund.isPending}>
            {t('cancel.back')}
          </Button>
          <Button variant="danger" busy={refund.isPending} onClick={() => refund.mutate({})}>
            {t('refund.confirm', values)}
          </Button>
        </>
      }
    >
      {credit_cents > 0 && <p>{t('refund.creditText', { amount: money(credit_cents) })}</p>}
    </Dialog>
  );
}
