import { describe, expect, test } from 'vitest';
import {
  contraindicationRules,
  type HealthAnswers,
  type HealthQuestion,
  treatmentNames,
  verdictsOn,
} from './clinical.ts';
import { openGates } from './gates.ts';
import { isTreatmentName } from './recipe.ts';

/**
 * The verdict on every treatment for every question of the medical history. The verdicts were written by hand from the
 * sources below, not from the dataset. So a change of the dataset needs a deliberate change of this table.
 *
 * Each cell contains the verdict for the answer "yes", then the verdict for "unsure". The answer "no" never prevents a
 * treatment.
 *   B  blocked: the plan cannot be signed
 *   R  needs a reason, which the plan prints
 *   .  nothing
 *
 * PREG  pregnancy, breastfeeding: no elective treatment. Toxin and filler labels: safety not established.
 * NEUR  neuromuscular disease: VISTABEL 4.3 (myasthenia gravis, Lambert-Eaton); BOTOX Cosmetic 5.5. Toxin only.
 * COAG  anticoagulants, bleeding: more bruising (Restylane, precautions; VISTABEL 4.4). Everything that pierces the skin.
 * AUTO  autoimmune disease, immunosuppression: JUVÉDERM, precautions; Decates 2021. Everything that is injected or implanted.
 * KELO  keloids: JUVÉDERM, precautions; light and peels injure the skin as well. Toxin leaves no wound that scars.
 * FILL  earlier fillers that are not hyaluronic acid: JUVÉDERM, precautions. Fillers and threads.
 * ISOT  isotretinoin within six months: label; Spring 2017 and Waldman 2017 find superficial peels and non-ablative light acceptable, so a reason is enough.
 * ALLE  severe allergies: BOTOX Cosmetic 4, JUVÉDERM and Restylane (lidocaine, bacterial proteins); ingredients of peels and skincare. Light has none.
 * HERP  cold sores: JUVÉDERM, precautions; Gazzola 2012. Fillers around the mouth, light, and peels. Light and peels are given with an antiviral.
 *
 * The last row, `other`, is a treatment that the plan names only in the doctor's own words. It may be any of the
 * treatments above, so every answer needs a reason, and pregnancy rules it out.
 */
const table = `
                PREG  NEUR  COAG  AUTO  KELO  FILL  ISOT  ALLE  HERP
forehead        B R   B R   R R   R R   . .   . .   . .   R R   . .
glabella        B R   B R   R R   R R   . .   . .   . .   R R   . .
crows_feet      B R   B R   R R   R R   . .   . .   . .   R R   . .
brow_lift       B R   B R   R R   R R   . .   . .   . .   R R   . .
masseter        B R   B R   R R   R R   . .   . .   . .   R R   . .
lip_flip        B R   B R   R R   R R   . .   . .   . .   R R   . .
chin_dimpling   B R   B R   R R   R R   . .   . .   . .   R R   . .
neck_bands      B R   B R   R R   R R   . .   . .   . .   R R   . .
upper_lip       B R   . .   R R   R R   R R   R R   . .   R R   R R
lower_lip       B R   . .   R R   R R   R R   R R   . .   R R   R R
nasolabial      B R   . .   R R   R R   R R   R R   . .   R R   R R
marionette      B R   . .   R R   R R   R R   R R   . .   R R   R R
cheek           B R   . .   R R   R R   R R   R R   . .   R R   . .
chin            B R   . .   R R   R R   R R   R R   . .   R R   . .
jawline         B R   . .   R R   R R   R R   R R   . .   R R   . .
tear_trough     B R   . .   R R   R R   R R   R R   . .   R R   . .
temples         B R   . .   R R   R R   R R   R R   . .   R R   . .
nose_bridge     B R   . .   R R   R R   R R   R R   . .   R R   . .
redness         B R   . .   . .   . .   R R   . .   R R   . .   R R
pigment         B R   . .   . .   . .   R R   . .   R R   . .   R R
texture         B R   . .   . .   . .   R R   . .   R R   . .   R R
pores           B R   . .   . .   . .   R R   . .   R R   . .   R R
dark_circles    B R   . .   . .   . .   R R   . .   R R   . .   R R
radiance        B R   . .   . .   . .   R R   . .   R R   R R   R R
thread_lift     B R   . .   R R   R R   R R   R R   . .   . .   . .
mesotherapy     B R   . .   R R   R R   R R   . .   . .   R R   . .
skincare        . .   . .   . .   . .   . .   . .   . .   R R   . .
other           B R   R R   R R   R R   R R   R R   R R   R R   R R
`;

const questions: Readonly<Record<string, HealthQuestion>> = {
  PREG: 'pregnancy',
  NEUR: 'neuromuscular',
  COAG: 'anticoagulants',
  AUTO: 'autoimmune',
  KELO: 'keloids',
  FILL: 'earlier_fillers',
  ISOT: 'isotretinoin',
  ALLE: 'allergies',
  HERP: 'herpes',
};

const [head = '', ...rows] = table.trim().split('\n');
const columns = head.trim().split(/\s+/);
const cells = rows.flatMap((row) => {
  const [treatment = '', ...verdicts] = row.trim().split(/\s+/);
  return columns.map((column, n) => ({
    treatment,
    question: questions[column] as HealthQuestion,
    yes: verdicts[2 * n],
    unsure: verdicts[2 * n + 1],
    no: '.',
  }));
});

const healthy = Object.fromEntries(Object.values(questions).map((question) => [question, 'no'])) as HealthAnswers;

/**
 * Returns the verdict of `openGates`, the checks before signing, on a plan with only this treatment. The result is a
 * letter of the table.
 */
function verdictOn(treatment: string, health: HealthAnswers): string {
  const gates = openGates({
    recipes: isTreatmentName(treatment) ? { natural: { treatments: { [treatment]: 0.5 } } } : {},
    items: isTreatmentName(treatment) ? [] : [{ kind: treatment, sessions: 1, interval_weeks: 0 }],
    sessions: [],
    last_day: '2027-05-23',
    injections: [],
    is_adult: true,
    health,
    health_details: {},
    stated: { asked: null, reasons: [], zones: [], not_before: null },
    received: [],
    earlier: [],
    pictures: [],
    artefacts: [],
    today: '2026-11-23',
  });
  const codes = gates.map(({ code }) => code).filter((code) => code !== 'zone');
  const letters = codes.map((code) => ({ contraindicated: 'B', reason_missing: 'R' })[code as string] ?? code);
  return letters.join('+') || '.';
}

test('the table of expected answers has a row for every treatment and a column for every question', () => {
  const kinds = ['thread_lift', 'mesotherapy', 'skincare', 'other'];
  expect(rows.map((row) => row.split(/\s+/)[0]).sort()).toEqual([...treatmentNames, ...kinds].sort());
  expect(columns.map((column) => questions[column]).sort()).toEqual(Object.keys(contraindicationRules).sort());
});

describe.each(cells)('$question, $treatment', ({ treatment, question, ...expected }) => {
  test.each(['yes', 'unsure', 'no'] as const)('the answer "%s" opens the expected gate or none', (answer) => {
    const health = { ...healthy, [question]: answer };
    expect(verdictOn(treatment, health)).toBe(expected[answer]);
    if (!isTreatmentName(treatment)) return;
    const level = { yes: { B: 'absolute', R: 'relative' }[expected.yes ?? ''], unsure: 'ask', no: undefined }[answer];
    expect(verdictsOn(treatment, health)).toEqual(expected[answer] === '.' ? [] : [{ question, level }]);
  });
});
