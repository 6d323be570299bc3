import { createHash } from 'node:crypto';
import type { ReadingLanguage } from '#contract/base.ts';
import { PLAN_VALID_MONTHS } from '#contract/drafts.ts';
import { validUntil } from '#contract/plan-days.ts';
import { findBirthDate, findUser, listConsents } from '#server/domains/identity/index.ts';
import { listImportedTreatments, listImportedViews } from '#server/domains/imports/index.ts';
import { findAnswers, listPhotos } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import * as cases from '../cases.queries.ts';
import { listOfCase as listClinicalPhotos } from '../clinical/clinical.queries.ts';
import * as drafts from '../drafts.queries.ts';
import { findHistory } from '../health.queries.ts';
import { findLatestSignature } from '../renderings.queries.ts';
import { listPictures } from '../sealed-content.ts';
import { listOfCases } from '../treatment/records.queries.ts';
import { newestOf } from '../treatment/treatment-record.ts';
import {
  answersOf,
  bundleOf,
  carePlanOf,
  clinicalMediaOf,
  consentOf,
  type Content,
  importedMediaOf,
  importedProcedureOf,
  mediaOf,
  patientOf,
  practitionerOf,
  procedureOf,
  type Resource,
  type Said,
  type Scope,
  simulationOf,
  visitMediaOf,
} from './resources.ts';

/** The limit that the query requires. No patient has this many records, so the bundle is always complete. */
const EVERY_IMPORTED = 10_000;

const words = messagesOf<string>('treatment-plan');

/** Options for reading a bundle. */
interface Reading {
  /** The language in which the bundle names treatments. */
  readonly language: ReadingLanguage;
  /**
   * True if the bundle is the patient's own copy. It then also includes the email address, the phone number, the birth
   * date, and the consents for other purposes than simulations.
   */
  readonly isOwn: boolean;
  /**
   * Returns the content of an image. Returns undefined if the content can no longer be read. The bundle then leaves out
   * the image.
   */
  readonly contentOf: (id: string) => Promise<Content | undefined>;
}

/**
 * Returns a patient's cases as a FHIR R4 bundle. For each case, the bundle contains only the newest signed treatment
 * plan and its simulations. The answers of the patient are the newest ones at the time of the export, with their own
 * date (`authored`), which may be later than the signature. The bundle contains no private notes of doctors.
 */
export async function readBundle(
  ctx: Context,
  tx: Tx,
  patientId: string,
  rows: readonly cases.CaseRow[],
  reading: Reading,
) {
  const scope: Scope = {
    site: ctx.config.publicUrl,
    patientId,
    nameOf: (treatment) => words[reading.language][`treatment.${treatment}`] ?? treatment.replaceAll('_', ' '),
  };
  const doctors = new Map<string, Resource>();
  const parts = [];
  for (const row of rows) parts.push(...(await readCase(tx, scope, row, reading, doctors)));
  const told = [...(await readPerson(tx, scope, reading)), ...(await readImported(tx, scope, reading))];
  // Several cases may contain the same photo, but the bundle must include each resource only once.
  const all = new Map([...told, ...doctors.values(), ...parts].map((resource) => [resource.id, resource]));
  return bundleOf(idOf('bundle', patientId, ctx.clock.now().toISOString()), ctx.clock.now(), [...all.values()]);
}

async function readPerson(tx: Tx, scope: Scope, { isOwn }: Reading): Promise<Resource[]> {
  const { patientId } = scope;
  const user = await findUser(tx, patientId);
  if (!user) return [];
  const { first_name, last_name, language, email, phone } = user;
  const contact = isOwn ? { email, phone, birth_date: await findBirthDate(tx, patientId) } : {};
  const consents = (await listConsents(tx, patientId)).filter(({ purpose }) => isOwn || purpose === 'simulation');
  const answers = await findAnswers(tx, patientId);
  const history = await findHistory(tx, patientId);
  return [
    patientOf(scope, { first_name, last_name, language, ...contact }),
    ...consents.map((consent) => consentOf(scope, consent)),
    ...(answers
      ? [
          answersOf(
            scope,
            'questionnaire',
            idOf('answers', patientId, answers.version),
            answers.created_at,
            saidIn(answers.answers),
          ),
        ]
      : []),
    ...(history
      ? [
          answersOf(
            scope,
            'medical-history',
            idOf('history', patientId, history.version),
            history.saved_at,
            toldIn(history.answers),
          ),
        ]
      : []),
  ];
}

/** Returns the data that the clinic imported from another system. */
async function readImported(tx: Tx, scope: Scope, { contentOf }: Reading): Promise<Resource[]> {
  const treatments = await listImportedTreatments(tx, scope.patientId, EVERY_IMPORTED);
  const photos = [];
  for (const photo of await listImportedViews(tx, scope.patientId, EVERY_IMPORTED)) {
    const content = await contentOf(photo.id);
    if (content) photos.push(importedMediaOf(scope, photo, content));
  }
  return [...treatments.map((past) => importedProcedureOf(scope, past)), ...photos];
}

/**
 * Separates free text from codes. The key of a free text is the name of its question plus a suffix, such as
 * `facial_areas_other`.
 */
const saidIn = (answers: Readonly<Record<string, unknown>>): Said[] =>
  Object.entries(answers).map(([question, value]) =>
    /_other$|^avoid_other$/.test(question)
      ? { question, codes: [], words: String(value) }
      : { question, codes: [value].flat().map(String) },
  );

const toldIn = ({ questions, medicines }: NonNullable<Awaited<ReturnType<typeof findHistory>>>['answers']): Said[] => [
  ...Object.entries(questions).map(([question, { answer, details }]) => ({
    question,
    codes: [answer],
    words: details,
  })),
  { question: 'medicines', codes: [], words: medicines },
];

async function readCase(
  tx: Tx,
  scope: Scope,
  row: cases.CaseRow,
  { contentOf }: Reading,
  doctors: Map<string, Resource>,
): Promise<Resource[]> {
  const doctorOf = (name: string, registered: { registration_number: string; registration_body: string }): string => {
    const id = idOf('doctor', registered.registration_body, registered.registration_number, name);
    doctors.set(id, practitionerOf(id, name, registered));
    return id;
  };
  const signature = await findLatestSignature(tx, row.id);
  const photos = await listPhotos(
    tx,
    (await cases.listPhotos(tx, row.id)).map(({ photo_id }) => photo_id),
  );
  const shown: Resource[] = [];
  const add = async (id: string, make: (content: Content) => Resource) => {
    const content = await contentOf(id);
    if (content) shown.push(make(content));
  };
  if (signature) {
    const practitioner = doctorOf(signature.practitioner_name, signature);
    const signed = { ...signature, number: row.number, practitioner };
    const { plan } = await drafts.get(tx, row.id, signature.version);
    const pictures = await listPictures(tx, row.id, signature.version);
    const until = validUntil(signature.signed_at, plan.valid_months ?? PLAN_VALID_MONTHS);
    shown.push(carePlanOf(scope, plan, signed, until));
    for (const photo of pictures.photos) await add(photo.id, (content) => mediaOf(scope, photo, content));
    for (const one of pictures.renderings) await add(one.id, (content) => simulationOf(scope, one, signed, content));
  }
  for (const photo of photos) await add(photo.id, (content) => mediaOf(scope, photo, content));
  for (const photo of await listClinicalPhotos(tx, row.id))
    await add(photo.id, (content) => clinicalMediaOf(scope, photo, content));
  for (const record of newestOf(await listOfCases(tx, [row.id]))) {
    shown.push(procedureOf(scope, record, doctorOf(record.practitioner_name, record)));
    for (const id of record.photo_ids)
      await add(id, (content) =>
        visitMediaOf(scope, { id, treated_on: record.treated_on, record: record.id }, content),
      );
  }
  return shown;
}

/** Computes the id of a resource if its row has no id. The same parts always give the same id. */
function idOf(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
