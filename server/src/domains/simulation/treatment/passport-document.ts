import sharp from 'sharp';
import { renderSVG } from 'uqr';
import { dateFormat } from '#contract/dates.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { regions } from '#contract/languages.ts';
import { amountText } from '#contract/plan-words.ts';
import type { Passport, TreatmentRecord } from '#contract/treatment-records.ts';
import { emergenciesOf } from '#engine/plan/carried-out.ts';
import type en from '#messages/en/treatment-passport.json';
import { pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sentencesOf } from '#server/platform/sentences.ts';
import { showPassport } from './passport.ts';

const passports = messagesOf<keyof typeof en>('treatment-passport');
const plans = messagesOf<string>('treatment-plan');

const CODE_PT = 96;
/**
 * The height, in points, of the beginning of a visit: its heading, its first product and its verification code. If less
 * space is left on the page, the visit begins on a new page.
 */
const VISIT_PT = 220;

/** Returns the patient's treatment passport as a PDF. Throws a refusal if no treatment is recorded. */
export const getPassportDocument = (ctx: Context, userId: string, language: ReadingLanguage): Promise<File> =>
  renderPdf(ctx, () =>
    withUser(ctx.db, userId, async (tx) => {
      const passport = await showPassport(ctx, tx, userId);
      if (passport.records.length === 0) throw new Refusal('NOT_FOUND');
      const { text } = wordsIn(language);
      const visits = [];
      for (const record of passport.records) visits.push(...(await visitOn(ctx, language, record)));
      return {
        name: 'treatment-passport.pdf',
        paper: {
          language,
          title: text('title'),
          footer: text('footer', { name: passport.patient_name }),
          made_at: ctx.clock.now(),
          blocks: [
            { kind: 'title', text: text('title') },
            { kind: 'sides', left: [text('for'), passport.patient_name], right: [] },
            ...emergencyOn(language, passport),
            ...visits,
          ],
        },
      };
    }),
  );

const wordsIn = (language: ReadingLanguage) => sentencesOf(passports[language], regions[language]);
const dayIn = (language: ReadingLanguage, day: string): string =>
  dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

function emergencyOn(language: ReadingLanguage, { records }: Passport): PdfBlock[] {
  const { text } = wordsIn(language);
  const kinds = emergenciesOf(records.flatMap(({ products }) => products));
  if (kinds.length === 0) return [];
  return [
    { kind: 'heading', text: text('emergency.title') },
    ...kinds.map((kind): PdfBlock => ({ kind: 'text', text: text(`emergency.${kind}`) })),
  ];
}

async function visitOn(ctx: Context, language: ReadingLanguage, record: TreatmentRecord): Promise<PdfBlock[]> {
  const { text } = wordsIn(language);
  const say = (key: string) => plans[language][key] ?? key;
  const region = regions[language];
  const code = record.verification_code.replace(/(.{4})(?=.)/g, '$1-');
  const address = pageUrl(ctx, language, '/verify');
  const events = [...new Set(record.points.flatMap((point) => point.events)), ...record.events];
  return [
    { kind: 'heading', text: dayIn(language, record.treated_on), room_pt: VISIT_PT },
    {
      kind: 'note',
      text: `${record.practitioner_name} · ${record.registration_body}, ${record.registration_number} · ${record.case_number}`,
    },
    {
      kind: 'table',
      columns: [
        { label: text('product'), share: 34 },
        { label: text('manufacturer'), share: 22 },
        { label: text('lot'), share: 24 },
        { label: text('expires'), share: 20 },
      ],
      rows: record.products.map((product) => [
        `${product.name}\n${say(productKey(product.product))}`,
        product.manufacturer,
        [product.lot ?? '–', product.serial && `${text('serial')} ${product.serial}`].filter(Boolean).join('\n'),
        product.expires_on ? dayIn(language, product.expires_on) : '–',
      ]),
    },
    {
      kind: 'facts',
      rows: record.points.map((point): [string, string] => [
        [say(`treatment.${point.treatment}`), point.side && text(`side.${point.side}`)].filter(Boolean).join(', '),
        [
          point.amount !== null && point.unit && amountText(point.amount, point.unit, { say, region }),
          point.product !== null && record.products[point.product]?.name,
          point.instrument && text(`instrument.${point.instrument}`),
        ]
          .filter(Boolean)
          .join(' · '),
      ]),
    },
    {
      kind: 'facts',
      rows: [
        ...(events.length > 0
          ? [[text('events'), events.map((event) => text(`event.${event}`)).join(', ')] as const]
          : []),
        ...(record.note ? [[text('note'), record.note] as const] : []),
        ...(record.correction ? [[text('corrected'), record.correction] as const] : []),
        [text('code'), code],
      ],
    },
    { kind: 'picture', bytes: await qrCode(`${address}#${record.verification_code}`), height_pt: CODE_PT },
    { kind: 'note', text: text('verify', { address: address.replace(/^https?:\/\//, '') }) },
  ];
}

/**
 * Returns the message key of a product. The product is a class of the clinical dataset, or a kind of treatment without
 * doses.
 */
const productKey = (product: string): string =>
  `product.${product}` in plans.en ? `product.${product}` : `treatment.${product}`;

/**
 * Returns the QR code for an address. The verification code follows the # in the address, so browsers do not send the
 * verification code to a server.
 */
const qrCode = (address: string): Promise<Buffer> =>
  sharp(Buffer.from(renderSVG(address, { ecc: 'M', border: 0, pixelSize: 8 })))
    .png()
    .toBuffer();
