import { zipSync } from 'fflate';
import { dateFormat } from '#contract/dates.ts';
import type { DisputeEvidence } from '#contract/appointments-admin.ts';
import type { Language } from '#contract/base.ts';
import { REFUND_DAYS } from '#contract/billing.ts';
import admin from '#messages/en/admin.json' with { type: 'json' };
import adminFr from '#messages/fr/admin.json' with { type: 'json' };
import en from '#messages/en/disputes.json' with { type: 'json' };
import fr from '#messages/fr/disputes.json' with { type: 'json' };
import { refundReason } from '#server/domains/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';
import { type NamedPaper, renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { readEvidence, recordDispute } from './disputes.ts';
import { documentOf } from './paper-document.ts';
import { paperWord } from './quote.ts';
import { receiptPaper } from './receipt.ts';
import { money } from './words.ts';

const catalogues: Record<Language, typeof en> = { en, fr };
const panel: Record<Language, Record<string, string>> = { en: admin, fr: adminFr };

/**
 * Returns the evidence about a dispute, the quote and the receipt as one ZIP file. The files in it are not compressed,
 * because PDF files already contain compressed data. The audit log records the export.
 */
export async function exportDispute(ctx: Context, caller: SignedIn, id: string): Promise<File> {
  const papers = await withStaff(ctx.db, caller.userId, async (tx) => {
    const { evidence, appointment, offer, quoted } = await readEvidence(tx, caller, id);
    const language = siteLanguage(caller.language);
    const made: NamedPaper[] = [evidencePaper(evidence.shown, language, ctx.clock.now())];
    if (appointment && offer && quoted) made.push(documentOf(quoted.paper, offer.created_at, 'quote.pdf'));
    const payment = await tx
      .selectFrom('appointment_payments')
      .selectAll()
      .where('payment_id', '=', evidence.shown.dispute.payment_id)
      .executeTakeFirst();
    if (appointment && offer && payment)
      made.push(documentOf(receiptPaper(appointment, offer, payment, language), payment.paid_at, 'receipt.pdf'));
    await recordDispute(ctx, tx, caller, 'dispute.exported', evidence.patient_id, id);
    return made;
  });
  const files: Record<string, Uint8Array> = {};
  for (const paper of papers) {
    const file = await renderPdf(ctx, async () => paper);
    files[paper.name] = await file.bytes();
  }
  const zip = zipSync(files, { level: 0, mtime: ctx.clock.now() });
  return new File([new Uint8Array(zip)], `dispute-${id}.zip`, { type: 'application/zip' });
}

type Word = keyof typeof en;
type Facts = (readonly [string, string])[];

function evidencePaper(evidence: DisputeEvidence, language: Language, now: Date): NamedPaper {
  const words = catalogues[language];
  const heading = (word: Word): PdfBlock => ({ kind: 'heading', text: words[word] });
  const facts = (rows: Facts): PdfBlock => ({ kind: 'facts', rows: rows.filter(([, value]) => value !== '') });
  const none = (rows: Facts): PdfBlock => (rows.length > 0 ? facts(rows) : { kind: 'text', text: words.none });
  const title = fill(words.heading, {
    amount: money(evidence.dispute.amount_cents, evidence.dispute.currency, language),
  });
  return {
    name: 'evidence.pdf',
    paper: {
      language,
      title,
      footer: paperWord(language, 'footer'),
      made_at: now,
      blocks: [
        { kind: 'title', text: title },
        { kind: 'note', text: fill(words.made_on, { moment: moment(now.toISOString(), language) }) },
        facts(disputeFacts(evidence, language)),
        heading('payment'),
        facts(paymentFacts(evidence, language)),
        ...(evidence.quote ? [heading('quote'), facts(quoteFacts(evidence.quote, language))] : []),
        ...(evidence.plan ? [heading('plan'), facts(planFacts(evidence.plan, language))] : []),
        heading('terms'),
        ...termsOf(evidence, words).map((text) => ({ kind: 'text' as const, text })),
        ...(evidence.dispute.appointment_id
          ? [
              heading('history'),
              none(historyOf(evidence, language)),
              heading('messages'),
              none(messagesOf(evidence, language)),
            ]
          : []),
        heading('notices'),
        none(evidence.notices.map(({ at, subject }) => [moment(at, language), subject] as const)),
      ],
    },
  };
}

const termsOf = ({ quote, plan }: DisputeEvidence, words: typeof en): string[] => [
  ...(quote?.terms ?? []),
  ...(plan ? [fill(words.planRule, { days: String(REFUND_DAYS) })] : []),
];

function disputeFacts({ dispute }: DisputeEvidence, language: Language): Facts {
  const words = catalogues[language];
  return [
    [words.number, dispute.id],
    [words.reason, dispute.reason],
    [words.status, words[`state.${dispute.status}`]],
    [words.deadline, moment(dispute.evidence_due_at, language)],
    [words.opened, moment(dispute.opened_at, language)],
    [words.withdrawn, moment(dispute.withdrawn_at, language)],
    [words.reinstated, moment(dispute.reinstated_at, language)],
    [words.closed, moment(dispute.closed_at, language)],
    [words.payer, [dispute.payer_name, dispute.payer_email].filter(Boolean).join(', ')],
  ];
}

function paymentFacts({ dispute, payment, refunds }: DisputeEvidence, language: Language): Facts {
  const words = catalogues[language];
  const sum = (cents: number) => money(cents, payment.currency, language);
  return [
    [words.number, dispute.payment_id],
    [words.paid, `${sum(payment.amount_cents)}, ${moment(payment.paid_at, language)}`],
    [words.refunded, sum(payment.refunded_cents)],
    ...refunds.map(
      ({ amount_cents, ordered_at, failed_at, failure }) =>
        [
          words.refund,
          [
            sum(amount_cents),
            moment(ordered_at, language),
            failed_at && fill(words.refundFailed, { reason: refundReason(language, failure ?? '') }),
          ]
            .filter(Boolean)
            .join(', '),
        ] as const,
    ),
  ];
}

function quoteFacts(quote: NonNullable<DisputeEvidence['quote']>, language: Language): Facts {
  const words = catalogues[language];
  return [
    [words.number, quote.number],
    [words.version, fill(words.versionOf, { version: String(quote.version), versions: String(quote.versions) })],
    [words.treatment, quote.treatment],
    [words.provider, quote.provider_name],
    [words.when, moment(quote.scheduled_at, language)],
    [words.price, money(quote.amount_cents, quote.currency, language)],
    [words.made, moment(quote.made_at, language)],
    [
      words.accepted,
      quote.accepted_at
        ? fill(words.acceptedBy, { moment: moment(quote.accepted_at, language), name: quote.accepted_by })
        : words.notAccepted,
    ],
    [words.hash, quote.sha256 ? `${quote.sha256.slice(0, 32)} ${quote.sha256.slice(32)}` : ''],
    ['', quote.sha256 ? (quote.is_intact ? words.intact : words.changed) : ''],
  ];
}

function planFacts(plan: NonNullable<DisputeEvidence['plan']>, language: Language): Facts {
  const words = catalogues[language];
  return [
    [words.plan, `${plan.plan}, ${plan.cycle}`],
    [words.started, moment(plan.started_at, language)],
    [words.ended, moment(plan.ended_at, language)],
    [words.invoices, plan.invoices.join(', ')],
  ];
}

const historyOf = ({ history }: DisputeEvidence, language: Language): Facts =>
  history.map(({ at, kind, by }) => [
    moment(at, language),
    `${panel[language][`timeline.${kind}`] ?? kind}, ${catalogues[language][`by.${by}`]}`,
  ]);

const messagesOf = ({ messages }: DisputeEvidence, language: Language): Facts =>
  messages.map(({ at, from_team }) => [
    moment(at, language),
    catalogues[language][from_team ? 'fromTeam' : 'fromPatient'],
  ]);

/** Formats a time in UTC, so that the document is the same for every reader. */
const moment = (at: string | null, language: Language): string =>
  at
    ? dateFormat(language, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'UTC',
      }).format(new Date(at))
    : '';

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
