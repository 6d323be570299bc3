import { sql } from 'kysely';
import { sellerLines } from '#server/domains/billing/index.ts';
import { dateFormat } from '#contract/dates.ts';
import type { Language } from '#contract/base.ts';
import { csvFile, csvLine } from '#contract/csv.ts';
import { regions } from '#contract/languages.ts';
import en from '#messages/en/share-papers.json' with { type: 'json' };
import fr from '#messages/fr/share-papers.json' with { type: 'json' };
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';
import { type NamedPaper, renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findProvider } from './providers.queries.ts';
import { treatmentName } from './quote.ts';
import { type Asked, isOver, record, refuseShare, statementOf } from './shares.ts';

const words = { en, fr };

type Figures = Asked & Awaited<ReturnType<typeof statementOf>>;

/** The contents of a statement, without anything that depends on its language. */
interface Issued extends Omit<Figures, 'payments'> {
  readonly name: string;
  readonly address: string;
  readonly seller: readonly string[];
  readonly payments: readonly { day: string; reference: string; amount_cents: number }[];
}

export interface Export extends Asked {
  readonly format: 'csv' | 'pdf';
  readonly language: Language;
}

/** Returns the statement of a month as a file. The audit log records the export. */
export async function exportShareStatement(ctx: Context, admin: SignedIn, wanted: Export): Promise<File> {
  const { format, language, ...asked } = wanted;
  if (format === 'csv')
    return withStaff(ctx.db, admin.userId, async (tx) => {
      await findKnown(tx, asked.provider_id);
      const figures = { ...asked, ...(await statementOf(tx, asked)) };
      await record(ctx, tx, admin, 'share.exported', `provider:${asked.provider_id}`, { month: asked.month, format });
      return csvOf(figures, language);
    });
  if (!isOver(ctx, asked.month)) throw refuseShare('month_not_over');
  return renderPdf(ctx, () =>
    withSystem(ctx.system, async (tx) => {
      const { number, issued_at, content } = await issue(tx, await read(tx, asked), ctx.clock.now());
      const details = { month: asked.month, format, number };
      await record(ctx, tx, admin, 'share.exported', `provider:${asked.provider_id}`, details);
      return paperOf(content, number, issued_at, language);
    }),
  );
}

async function findKnown(tx: Tx, id: string) {
  const provider = await findProvider(tx, id);
  if (!provider) throw new Refusal('NOT_FOUND');
  return provider;
}

async function read(tx: Tx, asked: Asked): Promise<Issued> {
  const provider = await findKnown(tx, asked.provider_id);
  const { payments, ...figures } = await statementOf(tx, asked);
  return {
    ...asked,
    ...figures,
    payments: payments.map(({ day, reference, amount_cents }) => ({ day, reference, amount_cents })),
    name: provider.name,
    address: provider.address,
    seller: await sellerLines(tx),
  };
}

/**
 * Returns the number of a statement. If the contents are the same as in the last statement of the month, the number of
 * that statement is used again. Other contents get a new number.
 */
async function issue(tx: Tx, content: Issued, now: Date) {
  await sql`select pg_advisory_xact_lock(hashtextextended('share_statements', 0))`.execute(tx);
  const { provider_id, month, currency } = content;
  const json = JSON.stringify(content);
  const known = await tx
    .selectFrom('share_statements')
    .select(['year', 'number', 'issued_at', sql<boolean>`content = ${json}::jsonb`.as('is_same')])
    .where('provider_id', '=', provider_id)
    .where('month', '=', month)
    .where('currency', '=', currency)
    .orderBy('year', 'desc')
    .orderBy('number', 'desc')
    .executeTakeFirst();
  if (known?.is_same) return { number: numberOf(known), issued_at: known.issued_at, content };
  const { rows } = await sql<{ year: number; number: number }>`
    insert into share_statements (year, number, provider_id, month, currency, content, issued_at)
    select y.year, coalesce((select max(s.number) from share_statements s where s.year = y.year), 0) + 1,
           ${provider_id}, ${month}, ${currency}, ${json}::jsonb, ${now}
    from (select extract(year from ${now}::timestamptz at time zone 'Europe/Paris')::int as year) y
    returning year, number`.execute(tx);
  const [made] = rows;
  if (!made) throw new Error('a statement was not written');
  return { number: numberOf(made), issued_at: now, content };
}

const numberOf = ({ year, number }: { year: number; number: number }) => `P-${year}-${String(number).padStart(4, '0')}`;

function paperOf(content: Issued, number: string, made_at: Date, language: Language): NamedPaper {
  const word = words[language];
  const region = regions[language];
  const money = (cents: number) =>
    new Intl.NumberFormat(region, { style: 'currency', currency: content.currency }).format(cents / 100);
  const format = dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const day = (iso: string) => format.format(new Date(`${iso}T12:00:00Z`));
  const monthFormat = new Intl.DateTimeFormat(region, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const month = monthFormat.format(new Date(`${content.month}-01T12:00:00Z`));
  const blocks: PdfBlock[] = [
    { kind: 'title', text: word.title },
    { kind: 'note', text: `${number} · ${month}` },
    {
      kind: 'sides',
      left: [word.from, ...content.seller],
      right: [word.to, content.name, ...content.address.split('\n').filter(Boolean)],
    },
    {
      kind: 'table',
      isDense: true,
      columns: [
        { label: word.number, share: 2 },
        { label: word.day, share: 2 },
        { label: word.treatment, share: 3 },
        { label: word.price, share: 2, isFigure: true },
        { label: word.share, share: 2, isFigure: true },
        { label: word.refunded, share: 2, isFigure: true },
      ],
      rows: content.bookings.map((row) => [
        row.number,
        day(row.day),
        treatmentName(row.treatment, language),
        money(row.price_cents),
        money(row.share_cents),
        money(row.refunded_cents),
      ]),
      totals: [[word.earned, money(content.earned_cents)]],
    },
  ];
  if (content.payments.length > 0)
    blocks.push({
      kind: 'table',
      isDense: true,
      columns: [
        { label: word.paid_on, share: 2 },
        { label: word.reference, share: 5 },
        { label: word.amount, share: 2, isFigure: true },
      ],
      rows: content.payments.map((row) => [day(row.day), row.reference, money(row.amount_cents)]),
    });
  blocks.push({
    kind: 'facts',
    rows: [
      [word.opening, money(content.opening_cents)],
      [word.earned, money(content.earned_cents)],
      [word.paid, money(content.paid_cents)],
      [word.closing, money(content.closing_cents)],
    ],
  });
  return {
    name: `${number}.pdf`,
    paper: { language, title: `${word.title} ${number}`, footer: `${word.title} ${number}`, made_at, blocks },
  };
}

/**
 * Returns a CSV file with one line for each sum: the opening balance, each appointment, each payment and the closing
 * balance.
 */
function csvOf(content: Figures, language: Language): File {
  const word = words[language];
  const { month, currency } = content;
  const total = (name: string, cents: number) => csvLine([name, null, null, null, null, null, null, cents, currency]);
  const lines = [
    total(word.opening, content.opening_cents),
    ...content.bookings.map((row) =>
      csvLine([
        word.booking,
        row.number,
        row.day,
        treatmentName(row.treatment, language),
        row.price_cents,
        row.share_cents,
        row.refunded_cents,
        row.share_cents + row.refunded_cents,
        currency,
      ]),
    ),
    ...content.payments.map((row) =>
      csvLine([word.payment, row.reference, row.day, null, null, null, null, -row.amount_cents, currency]),
    ),
    total(word.closing, content.closing_cents),
  ];
  const heading = [
    word.line,
    word.number,
    word.day,
    word.treatment,
    word.price_cents,
    word.share_cents,
    word.refunded_cents,
    word.sum_cents,
    word.currency,
  ];
  return csvFile(`${word.file}-${month}-${currency}`, heading, lines);
}
