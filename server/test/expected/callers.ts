import { randomUUID } from 'node:crypto';
import type { CommunitySubjects } from './community.ts';

/** Everybody who may knock. `other` is a patient whom the objects in the inputs do not belong to. */
export const Callers = ['visitor', 'patient', 'other', 'single_factor', 'practitioner', 'unverified', 'admin'] as const;
export type CallerName = (typeof Callers)[number];

/** What the inputs may speak of. */
export interface Subjects {
  /** User ids. */
  readonly ids: Readonly<Record<Exclude<CallerName, 'visitor'>, string>>;
  /** Cases that `practitioner` works on: the first is the patient's, with a draft; the second is taken; the third may be signed with `seal`. */
  readonly drafted: string;
  readonly taken: string;
  /** A fourth, for which photos may be asked. */
  readonly asking: string;
  readonly signable: string;
  readonly seal: string;
  readonly picture: Buffer;
  /** Appointments of `patient`: asked for; offered, with the hash of its quote; paid, with its payment. And another one to make an offer for. */
  readonly appointments: Readonly<
    Record<'asked' | 'offered' | 'quote' | 'paid' | 'payment' | 'free' | 'inbox' | 'provider', string>
  >;
  readonly community: CommunitySubjects;
}

export interface Row {
  /** A minimal valid input. */
  readonly input?: (subjects: Subjects) => object;
  /** Instead of `input`, for procedures that take a file. */
  readonly form?: (subjects: Subjects) => FormData;
  /** Status of the answer, by caller. */
  readonly expected: Readonly<Record<CallerName, number>>;
}

/** The same for everybody, but for the named. */
export const all = (status: number, but: Partial<Record<CallerName, number>> = {}): Row['expected'] =>
  ({ ...Object.fromEntries(Callers.map((caller) => [caller, status])), ...but }) as Row['expected'];

export const everybody = all(200);
export const signedIn = all(200, { visitor: 401 });
export const patientsOnly = all(403, { visitor: 401, patient: 200, other: 200 });
export const adminOnly = all(403, { visitor: 401, admin: 200 });
export const doctorOnly = all(403, { visitor: 401, practitioner: 200 });
/** Nobody is told whether it exists. */
export const nowhere = all(404);

/** An id that nothing has. */
export const nobody = randomUUID();

export type Rows = Readonly<Record<string, Row>>;

/** A form with the picture of `subjects`. */
export const shot = (subjects: Subjects, fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(subjects.picture)], { type: 'image/jpeg' }), 'shot.jpg');
  return form;
};
