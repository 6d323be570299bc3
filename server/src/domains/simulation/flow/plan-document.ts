import { dateFormat } from '#contract/dates.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { type Pose, Poses } from '#contract/intake.ts';
import { PLAN_VALID_MONTHS, type PlanItem, type Style, Styles, type TreatmentPlan } from '#contract/drafts.ts';
import { validUntil } from '#contract/plan-days.ts';
import type { SafetyStatement } from '#contract/safety.ts';
import type { ShownMethods } from '#contract/signing.ts';
import type en from '#messages/en/plan-document.json';
import { findUser, pageUrl, shownMethod } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { messagesOf } from '#server/platform/messages.ts';
import type { PdfBlock } from '#server/platform/pdf/pdf.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import * as drafts from '../drafts.queries.ts';
import { findLatestSignature, type SignatureRow } from '../renderings.queries.ts';
import { onCase } from '../relation/enter-case.ts';
import { listPictures, type VersionPictures } from '../sealed-content.ts';
import { mapOf } from './plan-map.ts';
import { sessionsOn, writtenIn } from './plan-sessions.ts';
import { scoreOn } from './plan-score.ts';

type Words = Record<keyof typeof en, string>;
const catalogues = messagesOf<keyof Words>('plan-document');

/**
 * Returns the signed plan as a PDF in the reader's language. The doctor's own sentences are printed as written. The
 * reader is the patient, or a doctor who may see the case and whose access is logged. An unsigned plan has no document.
 */
export const getPlanDocument = (
  ctx: Context,
  reader: SignedIn,
  caseId: string,
  language: ReadingLanguage,
): Promise<File> =>
  renderPdf(ctx, async () => {
    const { signature, ...paper } = await (reader.role === 'patient'
      ? withUser(ctx.db, reader.userId, async (tx) => {
          const row = await cases.find(tx, caseId);
          if (row?.patient_id !== reader.userId) throw new Refusal('NOT_FOUND');
          return make(ctx, tx, row, language);
        })
      : onCase(ctx, reader, caseId, 'plan.viewed', (tx, { row }) => make(ctx, tx, row, language)));
    const seal = sealOn(ctx, language, signature, await shownMethod(ctx, ctx.db, signature));
    return { ...paper, paper: { ...paper.paper, blocks: [...paper.paper.blocks, ...seal] } };
  });

/** Returns the content of the document without the block about the signature at its end. */
async function make(ctx: Context, tx: Tx, row: cases.CaseRow, language: ReadingLanguage) {
  const caseId = row.id;
  const signature = await findLatestSignature(tx, caseId);
  if (!signature) throw new Refusal('NOT_FOUND');
  const { plan, markings } = await drafts.get(tx, caseId, signature.version);
  const pictures = await listPictures(tx, caseId, signature.version);
  const words = catalogues[language];
  const blocks: PdfBlock[] = [
    { kind: 'title', text: words.title },
    { kind: 'sides', left: [words.for, await nameOf(tx, row.patient_id)], right: signerOf(words, signature) },
    { kind: 'facts', rows: datesOf(words, language, row.number, signature, plan.valid_months ?? PLAN_VALID_MONTHS) },
    ...(await picturesOf(ctx, tx, words, pictures)),
    { kind: 'note', text: words.notice },
    ...noteOf(words, plan, language),
    heading(words.treatments),
    ...plan.items.flatMap((item, index) => itemOf(words, item, index + 1)),
    ...sessionsOn(plan.sessions ?? [], language),
    ...precautionsOf(words, language, plan.safety),
    ...(await mapOf(language, markings?.injections ?? [], (pose) => readPose(ctx, tx, pictures, pose))),
    ...scoreOn(language, pictures.skinScore),
  ];
  const footer = fill(words.footer, { number: row.number });
  const title = `${words.title} ${row.number}`;
  return {
    signature,
    name: `${row.number}.pdf`,
    paper: { language, title, footer, made_at: signature.signed_at, blocks },
  };
}

async function readPose(ctx: Context, tx: Tx, { photos }: VersionPictures, pose: Pose): Promise<Buffer | null> {
  const photo = photos.find((one) => one.pose === pose);
  return photo ? ctx.photos.read(tx, photo.id) : null;
}

const heading = (text: string): PdfBlock => ({ kind: 'heading', text });
const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''));

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const user = await findUser(tx, userId);
  return user ? `${user.first_name} ${user.last_name}` : '';
}

const signerOf = (words: Words, signature: SignatureRow): string[] => [
  words.by,
  signature.practitioner_name,
  `${signature.registration_body}, ${signature.registration_number}`,
];

const dayFormat = (language: ReadingLanguage, timeZone: string) =>
  dateFormat(language, { dateStyle: 'long', timeZone });

function datesOf(
  words: Words,
  language: ReadingLanguage,
  number: string,
  { signed_at }: SignatureRow,
  months: number,
): [string, string][] {
  const day = dayFormat(language, 'Europe/Paris');
  return [
    [words.case, number],
    [words.signed_on, day.format(signed_at)],
    [words.valid_until, day.format(validUntil(signed_at, months))],
  ];
}

/**
 * Returns one row of images for each pose. Each row contains the photo, followed by the styles from the least to the
 * most visible.
 */
async function picturesOf(
  ctx: Context,
  tx: Tx,
  words: Words,
  { photos, renderings }: VersionPictures,
): Promise<PdfBlock[]> {
  const blocks: PdfBlock[] = [];
  for (const pose of Poses) {
    const before = photos.find((photo) => photo.pose === pose);
    const made = Styles.map((style) => renderings.find((one) => one.pose === pose && one.style === style));
    const wanted: [string | undefined, Style | null][] = [
      [before?.id, null],
      ...made.map((one, index): [string | undefined, Style | null] => [one?.id, Styles[index] ?? null]),
    ];
    const row = [];
    for (const [id, style] of wanted) {
      const bytes = id ? await ctx.photos.read(tx, id) : null;
      const label = style ? words[`style.${style}`] : words.untreated;
      const caption = `${words[`pose.${pose}`]} · ${label}`;
      if (bytes) row.push({ bytes, caption, ...(style && { mark: words.mark }) });
    }
    if (row.length > 0) blocks.push({ kind: 'pictures', pictures: row });
  }
  return blocks;
}

function noteOf(
  words: Words,
  { note_to_patient: text, note_language }: TreatmentPlan,
  language: ReadingLanguage,
): PdfBlock[] {
  if (!text) return [];
  const label = note_language && writtenIn(note_language, language);
  return [heading(words.note), { kind: 'text', text }, ...(label ? ([{ kind: 'note', text: label }] as const) : [])];
}

/** Returns the blocks for a free-text item of an old plan without sessions. */
function itemOf(words: Words, item: PlanItem, number: number): PdfBlock[] {
  const sessions =
    item.sessions > 1 && item.interval_weeks > 0
      ? fill(words.sessions_every, { sessions: item.sessions, weeks: item.interval_weeks })
      : String(item.sessions);
  const facts: [string, string | undefined][] = [
    [words.dose, item.dose],
    [words.sessions, sessions],
    [words.why, item.rationale],
    [words.risks, item.risks],
    [words.alternatives, item.alternatives],
  ];
  const rows = facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
  return [heading(`${number}. ${words[`kind.${item.kind}`]}, ${item.area}`), { kind: 'facts', rows }];
}

/**
 * Returns the blocks with the doctor's reasons for treating despite a health answer, and with the earliest day of the
 * first visit.
 */
function precautionsOf(words: Words, language: ReadingLanguage, safety: SafetyStatement | undefined): PdfBlock[] {
  const rows = (safety?.reasons ?? []).map(({ question, text }): [string, string] => [
    words[`question.${question}`],
    text,
  ]);
  if (safety?.not_before) {
    const day = dayFormat(language, 'UTC').format(new Date(safety.not_before));
    rows.push([words.not_before, fill(words.not_before_day, { day })]);
  }
  return rows.length > 0 ? [heading(words.precautions), { kind: 'facts', rows }] : [];
}

function sealOn(
  ctx: Context,
  language: ReadingLanguage,
  signature: SignatureRow,
  method: (typeof ShownMethods)[number],
): PdfBlock[] {
  const words = catalogues[language];
  const code = signature.verification_code.replace(/(.{4})(?=.)/g, '$1-');
  const address = pageUrl(ctx, language, '/verify').replace(/^https?:\/\//, '');
  return [
    heading(words.seal),
    {
      kind: 'facts',
      rows: [
        [words.by, signature.practitioner_name],
        [words.registration, `${signature.registration_body}, ${signature.registration_number}`],
        [words.code, code],
        [words.sealed, signature.seal],
        [words.confirmed, words[`confirmed.${method}`]],
      ],
    },
    { kind: 'note', text: fill(words.verify, { address }) },
    { kind: 'note', text: words.advice },
  ];
}
