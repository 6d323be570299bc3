import type { ReadingLanguage } from '#contract/base.ts';
import type { TreatmentPlan } from '#contract/drafts.ts';
import { lastDayOf } from '#contract/plan-days.ts';
import { numberKindOf, plainNumber, type RegisteredAs } from '#contract/registration.ts';
import { nothingStated, type SafetyStatement } from '#contract/safety.ts';
import type { SessionItem } from '#contract/sessions.ts';
import { round } from '#engine/plan/planned.ts';

/**
 * This file makes FHIR R4 (4.0.1) resources from our rows. The result depends only on the inputs, and a test checks it
 * against HL7's schema. If no public code system has a code for a concept, the resource contains one of our own codes
 * and a text. The address of our code systems begins with the address of the site.
 */
export interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Values that every resource of a bundle needs. */
export interface Scope {
  /** The web origin of the site. The addresses of our own code systems begin with it. */
  readonly site: string;
  readonly patientId: string;
  readonly nameOf: (treatment: string) => string;
}

const refTo = (id: string) => ({ reference: `urn:uuid:${id}` });
const own = ({ site }: Scope, system: string, code: string, text?: string) => ({
  coding: [{ system: `${site}/fhir/CodeSystem/${system}`, code }],
  text: text ?? code.replaceAll('_', ' '),
});
const FACE = {
  coding: [{ system: 'http://snomed.info/sct', code: '89545001', display: 'Face structure' }],
  text: 'Face',
};

/**
 * Returns a bundle of the given resources. The caller passes each resource only once, even if several others refer to
 * it.
 */
export const bundleOf = (id: string, at: Date, resources: readonly Resource[]) => ({
  resourceType: 'Bundle' as const,
  id,
  type: 'collection',
  timestamp: at.toISOString(),
  entry: resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })),
});

interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly language: ReadingLanguage;
  readonly birth_date?: string | null;
  readonly email?: string;
  readonly phone?: string | null;
}

export function patientOf({ patientId }: Scope, person: Person): Resource {
  const telecom = [
    ...(person.email ? [{ system: 'email', value: person.email }] : []),
    ...(person.phone ? [{ system: 'phone', value: person.phone }] : []),
  ];
  return {
    resourceType: 'Patient',
    id: patientId,
    active: true,
    ...(telecom.length > 0 && { telecom }),
    ...(person.birth_date && { birthDate: person.birth_date }),
    ...nameOf(person),
    communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: person.language }] }, preferred: true }],
  };
}

function nameOf({ first_name, last_name }: Person) {
  const name = { ...(last_name && { family: last_name }), ...(first_name && { given: [first_name] }) };
  return Object.keys(name).length > 0 ? { name: [name] } : {};
}

/** The code systems of registration numbers. FHIR servers know these addresses. */
const registers = { rpps: 'https://rpps.esante.gouv.fr', adeli: 'https://adeli.esante.gouv.fr' } as const;

export function practitionerOf(id: string, name: string, registered: RegisteredAs): Resource {
  const kind = numberKindOf(registered);
  const { registration_number, registration_body } = registered;
  return {
    resourceType: 'Practitioner',
    id,
    name: [{ text: name }],
    ...(registration_number && {
      identifier: [
        kind
          ? { system: registers[kind], value: plainNumber(registration_number) }
          : { value: registration_number, ...(registration_body && { assigner: { display: registration_body } }) },
      ],
    }),
  };
}

export const consentOf = (
  scope: Scope,
  consent: {
    id: string;
    purpose: string;
    version: string;
    text_hash: string;
    given_at: Date;
    withdrawn_at: Date | null;
  },
): Resource => ({
  resourceType: 'Consent',
  id: consent.id,
  status: consent.withdrawn_at ? 'inactive' : 'active',
  scope: {
    coding: [
      {
        system: 'http://terminology.hl7.org/CodeSystem/consentscope',
        code:
          consent.purpose === 'research'
            ? 'research'
            : consent.purpose === 'simulation'
              ? 'treatment'
              : 'patient-privacy',
      },
    ],
  },
  category: [own(scope, 'consent-purpose', consent.purpose)],
  patient: refTo(scope.patientId),
  dateTime: consent.given_at.toISOString(),
  policy: [{ uri: `${scope.site}/legal/privacy` }],
  sourceAttachment: { title: `${consent.purpose}, version ${consent.version}, SHA-256 ${consent.text_hash}` },
  provision: {
    type: 'permit',
    period: {
      start: consent.given_at.toISOString(),
      ...(consent.withdrawn_at && { end: consent.withdrawn_at.toISOString() }),
    },
  },
});

/** One question with its answer. The answer consists of codes, free text, or both. */
export interface Said {
  readonly question: string;
  readonly codes: readonly string[];
  readonly words?: string;
}

export const answersOf = (
  scope: Scope,
  form: 'questionnaire' | 'medical-history',
  id: string,
  at: Date,
  said: readonly Said[],
): Resource => ({
  resourceType: 'QuestionnaireResponse',
  id,
  questionnaire: `${scope.site}/fhir/Questionnaire/${form}`,
  status: 'completed',
  subject: refTo(scope.patientId),
  source: refTo(scope.patientId),
  authored: at.toISOString(),
  item: said.map(({ question, codes, words }) => {
    const answer = [
      ...codes.map((code) => ({ valueCoding: { system: `${scope.site}/fhir/CodeSystem/${form}`, code } })),
      ...(words ? [{ valueString: words }] : []),
    ];
    return { linkId: question, text: question.replaceAll('_', ' '), ...(answer.length > 0 && { answer }) };
  }),
});

/** The content of an image: either the name of a file in the archive, or the bytes in base64. */
export type Content = { readonly url: string } | { readonly data: string };

export const mediaOf = (
  scope: Scope,
  photo: { id: string; pose: string; created_at: Date | string; width_px?: number; height_px?: number },
  content: Content,
): Resource => ({
  resourceType: 'Media',
  id: photo.id,
  status: 'completed',
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/media-type', code: 'image' }] },
  view: own(scope, 'photo-kind', photo.pose),
  subject: refTo(scope.patientId),
  createdDateTime: typeof photo.created_at === 'string' ? photo.created_at : photo.created_at.toISOString(),
  bodySite: FACE,
  ...(photo.width_px && { width: photo.width_px }),
  ...(photo.height_px && { height: photo.height_px }),
  content: { contentType: 'image/jpeg', ...content },
});

/** A photo of the clinical series, and data on how it was taken. */
interface ClinicalRecord {
  readonly id: string;
  readonly view: string;
  readonly taken_on: string;
  readonly device: string;
  readonly distance_cm: number;
  readonly light: string;
  readonly taken_by: string;
  readonly width_px: number;
  readonly height_px: number;
}

export const clinicalMediaOf = (scope: Scope, photo: ClinicalRecord, content: Content): Resource => ({
  ...mediaOf(scope, { ...photo, pose: photo.view, created_at: photo.taken_on }, content),
  deviceName: photo.device,
  note: [{ text: `Distance ${photo.distance_cm} cm, light: ${photo.light}, taken by the ${photo.taken_by}` }],
});

/** Returns the FHIR resource for a photo taken at a visit. The resource for the visit describes the treatment. */
export const visitMediaOf = (
  scope: Scope,
  { id, treated_on, record }: { id: string; treated_on: string; record: string },
  content: Content,
): Resource => ({
  ...mediaOf(scope, { id, pose: 'visit', created_at: treated_on }, content),
  partOf: [refTo(record)],
});

interface Imported {
  readonly id: string;
  readonly treated_on: string;
  readonly kind: string;
  readonly treatment: string | null;
  readonly words: string;
  readonly area: string;
  readonly product: string;
  readonly lot: string;
  readonly amount: number | null;
  readonly unit: string;
  readonly practitioner: string;
  readonly note: string;
}

/** A note on imported data. The entries come from the other system, and no doctor here has signed them. */
const FROM_ELSEWHERE = 'Brought along from another system, not recorded here';

export const importedProcedureOf = (scope: Scope, past: Imported): Resource => ({
  resourceType: 'Procedure',
  id: past.id,
  status: 'completed',
  code: own(scope, 'treatment', past.treatment ?? past.kind, past.words),
  subject: refTo(scope.patientId),
  performedDateTime: past.treated_on,
  ...(past.practitioner && { performer: [{ actor: { display: past.practitioner } }] }),
  ...(past.area && { bodySite: [{ text: past.area }] }),
  note: [
    FROM_ELSEWHERE,
    [past.product, past.lot && `lot ${past.lot}`, past.amount !== null && `${past.amount} ${past.unit}`.trim()]
      .filter(Boolean)
      .join(', '),
    past.note,
  ]
    .filter(Boolean)
    .map((text) => ({ text: String(text) })),
});

export const importedMediaOf = (
  scope: Scope,
  { id, pose, taken_on }: { id: string; pose: string; taken_on: string },
  content: Content,
): Resource => ({
  ...mediaOf(scope, { id, pose, created_at: taken_on }, content),
  note: [{ text: FROM_ELSEWHERE }],
});

interface Signed {
  readonly case_id: string;
  readonly number: string;
  readonly signed_at: Date;
  readonly seal: string;
  readonly practitioner: string;
}

/** Returns the resource of a rendering. Its type states that the image is not a photograph. */
export const simulationOf = (
  scope: Scope,
  picture: { id: string; pose: string; style: string },
  { number, signed_at, practitioner }: Signed,
  content: Content,
): Resource => ({
  resourceType: 'DocumentReference',
  id: picture.id,
  status: 'current',
  docStatus: 'final',
  type: own(scope, 'document', 'simulation', 'Simulation: a drawn picture, not a photograph of a result'),
  subject: refTo(scope.patientId),
  date: signed_at.toISOString(),
  author: [refTo(practitioner)],
  description: `${number}, ${picture.pose}, ${picture.style}`,
  content: [{ attachment: { contentType: 'image/jpeg', ...content } }],
});

const ucum = {
  units: { unit: 'U' },
  mL: { unit: 'mL', system: 'http://unitsofmeasure.org', code: 'mL' },
  percent: { unit: '%', system: 'http://unitsofmeasure.org', code: '%' },
} as const;

/**
 * Returns the resource of the signed plan. A plan does not schedule visits, so each of its activities has the status
 * 'not-started'.
 */
export function carePlanOf(scope: Scope, plan: TreatmentPlan, signed: Signed, valid_until: Date): Resource {
  const items = (plan.sessions ?? []).flatMap((session, visit) => session.items.map((item) => ({ item, visit })));
  const activity = [
    ...items.map(({ item, visit }) => ({
      detail: {
        kind: 'ServiceRequest',
        status: 'not-started',
        code: own(scope, 'treatment', item.treatment, scope.nameOf(item.treatment)),
        ...quantityOf(item),
        description: `Visit ${visit + 1}, ${item.area.replaceAll('_', ' ')}${doseOf(item)}`,
      },
    })),
    ...plan.items.map(({ kind, area, dose }) => ({
      detail: {
        kind: 'ServiceRequest',
        status: 'not-started',
        code: own(scope, 'treatment', kind),
        description: [area, dose].filter(Boolean).join(', '),
      },
    })),
  ];
  const notes = [plan.note_to_patient, ...statementsOf(plan.safety ?? nothingStated)].filter(Boolean);
  return {
    resourceType: 'CarePlan',
    id: signed.case_id,
    identifier: [{ system: `${scope.site}/fhir/seal`, value: signed.seal }],
    status: 'active',
    intent: 'proposal',
    title: signed.number,
    subject: refTo(scope.patientId),
    period: { start: signed.signed_at.toISOString(), end: lastDayOf(valid_until) },
    created: signed.signed_at.toISOString(),
    author: refTo(signed.practitioner),
    ...(activity.length > 0 && { activity }),
    ...(notes.length > 0 && { note: notes.map((text) => ({ text })) }),
  };
}

/**
 * Returns the doctor's statements in the plan as text. The bundle contains the patient's newest health answers, which
 * may be newer than the signature. Each reason therefore names the answer to which it was given.
 */
function statementsOf({ asked, reasons, not_before }: SafetyStatement): string[] {
  return [
    ...(asked ? [`Health questions asked on ${asked.on}, ${asked.channel.replaceAll('_', ' ')}: ${asked.text}`] : []),
    ...reasons.map(({ question, text, given_to }) => {
      const told = given_to ? [`answered ${given_to.answer}`, given_to.details] : [];
      return `${[question.replaceAll('_', ' '), ...told].filter(Boolean).join(', ')}: ${text}`;
    }),
    ...(not_before ? [`First visit not before ${not_before}`] : []),
  ];
}

/**
 * Returns the amount to be given on both sides together. A percentage is no amount, because it only states how strongly
 * an effect is drawn.
 */
function quantityOf({ dose, unit, per }: SessionItem): { quantity?: object } {
  if (dose === null || !unit || unit === 'percent') return {};
  const value = typeof dose === 'number' ? dose * (per === 'side' ? 2 : 1) : dose.right + dose.left;
  return { quantity: { value: round(value), ...ucum[unit] } };
}

function doseOf({ dose, unit, per }: SessionItem): string {
  if (dose === null || !unit) return '';
  if (typeof dose === 'number') return `, ${dose} ${ucum[unit].unit}${per === 'side' ? ' each side' : ''}`;
  return `, right ${dose.right}, left ${dose.left} ${ucum[unit].unit}`;
}

interface TreatmentRecord {
  readonly id: string;
  readonly treated_on: string;
  readonly points: readonly {
    treatment: string;
    side: string | null;
    amount: number | null;
    unit: keyof typeof ucum | null;
    product: number | null;
  }[];
  readonly products: readonly { name: string; manufacturer: string; lot: string | null }[];
  readonly events: readonly string[];
  readonly note: string;
  readonly correction: string | null;
  readonly case_id: string;
}

/**
 * Returns the resource of the treatments that were given at a visit. Amounts and lot numbers are text, because this
 * FHIR R4 resource has no fields for them.
 */
export function procedureOf(scope: Scope, record: TreatmentRecord, practitioner: string): Resource {
  const treatments = [...new Set(record.points.map(({ treatment }) => treatment))];
  const lines = record.points.map(({ treatment, side, amount, unit, product }) => {
    const used = product === null ? undefined : record.products[product];
    return [
      scope.nameOf(treatment),
      side,
      amount !== null && unit && `${amount} ${ucum[unit].unit}`,
      used && `${used.name} (${used.manufacturer})${used.lot ? `, lot ${used.lot}` : ''}`,
    ]
      .filter(Boolean)
      .join(', ');
  });
  const notes = [lines.join('\n'), record.note, record.correction && `Corrected: ${record.correction}`].filter(Boolean);
  return {
    resourceType: 'Procedure',
    id: record.id,
    basedOn: [refTo(record.case_id)],
    status: 'completed',
    code: {
      coding: treatments.map((code) => ({ system: `${scope.site}/fhir/CodeSystem/treatment`, code })),
      text: treatments.map(scope.nameOf).join(', '),
    },
    subject: refTo(scope.patientId),
    performedDateTime: record.treated_on,
    performer: [{ actor: refTo(practitioner) }],
    bodySite: [FACE],
    ...(record.events.length > 0 && { complication: record.events.map((event) => own(scope, 'visit-event', event)) }),
    note: notes.map((text) => ({ text })),
  };
}
