import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DisputeEvidence } from '#contract/appointments-admin.ts';
import { REFUND_DAYS } from '#contract/billing.ts';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { Screen, States } from '../screen.tsx';
import { Deadline, DisputeState } from './dispute-parts.tsx';
import { type Fact, Facts, Log, Part } from './evidence-parts.tsx';
import { useRefundReason } from './use-refund-reason.ts';
import styles from './payments.module.css';

/** Shows a dispute with all the evidence, and downloads the file for the bank. */
export function DisputeScreen({ id }: { id: string }) {
  const { t } = useTranslation('disputes');
  const { money } = useFormat();
  const query = useQuery(api.appointmentsAdmin.adminGetDispute.queryOptions({ input: { dispute_id: id } }));
  const dispute = query.data?.dispute;
  return (
    <Screen
      title={dispute ? t('heading', { amount: money(dispute.amount_cents, dispute.currency) }) : t('dispute')}
      lead={<LocalisedLink to="/admin/payments?show=disputes">{t('back')}</LocalisedLink>}
      tools={dispute && <DownloadButton id={id} />}
    >
      <States query={query} isEmpty={() => false} empty={{ title: t('empty'), text: t('emptyText') }}>
        {(evidence) => <Evidence evidence={evidence} />}
      </States>
    </Screen>
  );
}

function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation('disputes');
  const errorText = useErrorText();
  const file = useMutation({
    mutationFn: () => call.appointmentsAdmin.adminExportDispute({ dispute_id: id }),
    onSuccess: (zip) => download(zip, zip.name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <Button variant="primary" size="s" busy={file.isPending} onClick={() => file.mutate()}>
      <Icon as={Download} size="s" />
      {t('download')}
    </Button>
  );
}

function Evidence({ evidence }: { evidence: DisputeEvidence }) {
  const { t } = useTranslation(['disputes', 'admin']);
  const { dateTime } = useFormat();
  const { dispute, quote, plan, history, messages, notices } = evidence;
  return (
    <Grid gap={24} min={420} align="start">
      <p className={`small muted ${styles.wide}`}>{t('downloadHint')}</p>
      <DisputePart evidence={evidence} />
      <PaymentPart evidence={evidence} />
      {quote && <QuotePart quote={quote} />}
      {plan && <PlanPart plan={plan} />}
      <Part title={t('terms')}>
        {quote?.terms.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {plan && <p>{t('planRule', { days: REFUND_DAYS })}</p>}
        {!quote && !plan && <p className="muted">{t('none')}</p>}
      </Part>
      {dispute.appointment_id && (
        <>
          <Part title={t('history')}>
            <Log
              rows={history.map(({ at, kind, by }) => ({
                at: dateTime(at),
                text: t(`admin:timeline.${kind as 'paid'}`),
                note: t(`by.${by}`),
              }))}
            />
          </Part>
          <Part title={t('messages')} note={t('messagesNote')}>
            <Log
              rows={messages.map(({ at, from_team }) => ({
                at: dateTime(at),
                text: t(from_team ? 'fromTeam' : 'fromPatient'),
              }))}
            />
          </Part>
        </>
      )}
      <Part title={t('notices')}>
        <Log rows={notices.map(({ at, subject }) => ({ at: dateTime(at), text: subject }))} />
      </Part>
    </Grid>
  );
}

function DisputePart({ evidence: { dispute } }: { evidence: DisputeEvidence }) {
  const { t } = useTranslation('disputes');
  const { dateTime } = useFormat();
  const moment = (at: string | null) => at && dateTime(at);
  const payer: ReactNode = (
    <>
      <bdi>{dispute.payer_name ?? t('gone')}</bdi>
      {dispute.payer_email && <small>{dispute.payer_email}</small>}
    </>
  );
  const facts: Fact[] = [
    [t('status'), <DisputeState key="status" status={dispute.status} />],
    [t('deadline'), <Deadline key="deadline" dispute={dispute} />],
    [t('reason'), dispute.reason],
    [t('payer'), payer],
    [t('number'), <code key="number">{dispute.id}</code>],
    [t('opened'), moment(dispute.opened_at)],
    [t('withdrawn'), moment(dispute.withdrawn_at)],
    [t('reinstated'), moment(dispute.reinstated_at)],
    [t('closed'), moment(dispute.closed_at)],
  ];
  return (
    <Part title={t('dispute')}>
      <Facts facts={facts} />
    </Part>
  );
}

function PaymentPart({ evidence: { dispute, payment, refunds } }: { evidence: DisputeEvidence }) {
  const { t } = useTranslation('disputes');
  const reasonOf = useRefundReason();
  const { dateTime, money } = useFormat();
  const sum = (cents: number) => money(cents, payment.currency);
  const facts: Fact[] = [
    [t('paid'), sum(payment.amount_cents), dateTime(payment.paid_at)],
    [t('refunded'), sum(payment.refunded_cents)],
    ...refunds.map(
      ({ amount_cents, ordered_at, failed_at, failure }): Fact => [
        t('refund'),
        sum(amount_cents),
        failed_at ? t('refundFailed', { reason: reasonOf(failure ?? '') }) : dateTime(ordered_at),
      ],
    ),
    [t('number'), <code key="number">{dispute.payment_id}</code>],
  ];
  return (
    <Part title={t('payment')}>
      <Facts facts={facts} />
    </Part>
  );
}

function QuotePart({ quote }: { quote: NonNullable<DisputeEvidence['quote']> }) {
  const { t } = useTranslation('disputes');
  const { dateTime, money } = useFormat();
  const accepted = quote.accepted_at
    ? t('acceptedBy', { moment: dateTime(quote.accepted_at), name: quote.accepted_by })
    : t('notAccepted');
  const hash = quote.sha256 && <code>{quote.sha256}</code>;
  const facts: Fact[] = [
    [t('number'), quote.number],
    [t('version'), t('versionOf', { version: quote.version, versions: quote.versions })],
    [t('treatment'), quote.treatment],
    [t('provider'), <bdi key="provider">{quote.provider_name}</bdi>],
    [t('when'), dateTime(quote.scheduled_at)],
    [t('price'), money(quote.amount_cents, quote.currency)],
    [t('made'), dateTime(quote.made_at)],
    [t('accepted'), <bdi key="accepted">{accepted}</bdi>],
    [t('hash'), hash, hash ? t(quote.is_intact ? 'intact' : 'changed') : undefined],
  ];
  return (
    <Part title={t('quote')}>
      <Facts facts={facts} />
    </Part>
  );
}

function PlanPart({ plan }: { plan: NonNullable<DisputeEvidence['plan']> }) {
  const { t } = useTranslation(['disputes', 'billing']);
  const { date, commas } = useFormat();
  const cycle = t(plan.cycle === 'annual' ? 'billing:membership.year' : 'billing:membership.month');
  const facts: Fact[] = [
    [t('plan'), `${t(`billing:plan.${plan.plan}`)} ${cycle}`],
    [t('started'), date(plan.started_at)],
    [t('ended'), plan.ended_at && date(plan.ended_at)],
    [t('invoices'), commas(plan.invoices)],
  ];
  return (
    <Part title={t('plan')}>
      <Facts facts={facts} />
    </Part>
  );
}
