import { randomUUID } from 'node:crypto';
import { type Access, ruleOf } from '#contract/access.ts';
import type { Role } from '#contract/base.ts';
import type { CommunitySubjects } from './community.ts';

interface Caller {
  readonly role: Role;
  readonly secondFactor?: true;
  readonly verified?: true;
  readonly nurse?: true;
}

const doctor = { role: 'practitioner', secondFactor: true, verified: true } as const;
/**
 * Everybody who may knock, in this order. The objects in the inputs are those of `patient`; `other` is another patient, `moderator` a third one, who keeps
 * order in the community of the inputs. `practitioner` is in charge of the cases; `colleague` is not, and `nurse` is no doctor. `desk` is that of the clinic of the inputs.
 */
const people = {
  patient: { role: 'patient' },
  other: { role: 'patient' },
  moderator: { role: 'patient' },
  single_factor: { role: 'practitioner', verified: true },
  unverified: { role: 'practitioner', secondFactor: true },
  colleague: doctor,
  nurse: { ...doctor, nurse: true },
  practitioner: doctor,
  desk: { role: 'desk', secondFactor: true },
  admin: { role: 'admin', secondFactor: true },
} as const satisfies Record<string, Caller>;

export type CallerName = 'visitor' | keyof typeof people;
export const Callers = ['visitor', ...Object.keys(people)] as readonly CallerName[];

/** How a declaration refuses a caller; null if it admits the caller. The gate must decide the same. */
export function refusedWith(access: Access, name: CallerName): 401 | 403 | null {
  const { session, roles, staff, nurses } = ruleOf(access);
  if (!session) return null;
  if (name === 'visitor') return 401;
  const { role, secondFactor, verified, nurse }: Caller = people[name];
  if (roles && !roles.includes(role)) return 403;
  if (!staff || role === 'patient') return null;
  if (nurse && !nurses) return 403;
  return secondFactor && (verified || role !== 'practitioner') ? null : 403;
}

/** Objects that the inputs may name. */
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
  /**
   * Appointments of `patient`: requested; offered, with the hash of its quote; paid, with its payment. And another one
   * to make an offer for.
   */
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
  /** Status for each admitted caller; 200 if it is missing. */
  readonly expected?: Readonly<Record<CallerName, number>>;
}

/** The same for everybody, but for the named. */
export const all = (status: number, but: Partial<Record<CallerName, number>> = {}): Record<CallerName, number> =>
  ({ ...Object.fromEntries(Callers.map((caller) => [caller, status])), ...but }) as Record<CallerName, number>;

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
