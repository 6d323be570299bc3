import { isDeepStrictEqual } from 'node:util';
import { type PlanSession, type SessionItem, UndosedKinds } from '#contract/sessions.ts';
import {
  type AftercareCode,
  aftercareRules,
  Alternatives,
  clinicalProducts,
  clinicalTreatments,
  type ProductName,
  riskCodes,
} from '#engine/clinical.ts';
import { isTreatmentName, parseDose, RecipeError } from '#engine/recipe.ts';
import { invalidInput } from '#server/platform/refusal.ts';

/**
 * Checks the visits (`sessions`) of a treatment plan against the current clinical dataset. A plan that passes this
 * check can be shown in every language.
 * @throws Refusal that names the first part that the dataset does not contain or that has a dose out of range.
 */
export function assertSessions(sessions: readonly PlanSession[]): void {
  for (const [at, session] of sessions.entries()) {
    if (at === 0 && session.weeks_after !== 0) throw wrong('sessions.0.weeks_after');
    if (session.items.length === 0 && !session.review) throw wrong(`sessions.${at}.items`);
    for (const [index, item] of session.items.entries()) assertItem(item, `sessions.${at}.items.${index}`);
  }
}

const wrong = (path: string) => invalidInput({ [`plan.${path}`]: ['out_of_range'] });

function assertItem(item: SessionItem, path: string): void {
  assertCodes(item, path);
  if (isTreatmentName(item.treatment)) return assertDosed({ ...item, treatment: item.treatment }, path);
  if (!UndosedKinds.some((kind) => kind === item.treatment)) throw wrong(`${path}.treatment`);
  for (const part of ['product', 'dose', 'unit', 'per'] as const)
    if (item[part] !== null) throw wrong(`${path}.${part}`);
  // This kind of treatment has no code in the dataset, so the doctor must describe the item in a sentence.
  if (!item.sentence) throw wrong(`${path}.sentence`);
}

/**
 * Checks that the area, unit, side, product and dose of an item agree with the dataset. A signed plan stores them with
 * the dose, so that readers can understand the dose without the dataset.
 */
function assertDosed(item: SessionItem & { treatment: keyof typeof clinicalTreatments }, path: string): void {
  const { region, unit, per, class: of } = clinicalTreatments[item.treatment];
  if (item.area !== region) throw wrong(`${path}.area`);
  if (item.unit !== unit) throw wrong(`${path}.unit`);
  if (item.per !== per) throw wrong(`${path}.per`);
  if (!isKnown(clinicalProducts, item.product) || clinicalProducts[item.product as ProductName].class !== of)
    throw wrong(`${path}.product`);
  try {
    parseDose(item.treatment, item.dose, `${path}.dose`);
  } catch (error) {
    if (error instanceof RecipeError) throw wrong(error.path);
    throw error;
  }
  if (amount(item.dose) === 0) throw wrong(`${path}.dose`);
}

const amount = (dose: SessionItem['dose']): number =>
  typeof dose === 'object' ? (dose ? dose.right + dose.left : 0) : dose;

const isRule = ({ code, time }: SessionItem['aftercare'][number]): boolean =>
  isKnown(aftercareRules, code) && isDeepStrictEqual(time, aftercareRules[code as AftercareCode].time);

const isKnown = (table: object, code: string | null): boolean => code !== null && Object.hasOwn(table, code);

function assertCodes({ risks, alternatives, aftercare }: SessionItem, path: string): void {
  if (!risks.every((code) => riskCodes.some((known) => known === code))) throw wrong(`${path}.risks`);
  if (!alternatives.every((code) => Alternatives.some((known) => known === code))) throw wrong(`${path}.alternatives`);
  if (!aftercare.every(isRule)) throw wrong(`${path}.aftercare`);
}
