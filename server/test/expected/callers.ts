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
 * All kinds of callers, in the order of their calls. The objects in the inputs belong to `patient`. `other` is another
 * patient. `moderator` is a third patient, who moderates the community in the inputs. `practitioner` is in charge of
 * the cases. `colleague` is a doctor who is not in charge, and `nurse` is not a doctor. `desk` belongs to the clinic in
 * the inputs.
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

/**
 * Returns the status with which a declaration refuses a caller, or null if it admits the caller. The service must make
 * the same decision.
 */
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

/** Objects that inputs may name. */
export interface Subjects {
  /** The callers' user ids. */
  readonly ids: Readonly<Record<Exclude<CallerName, 'visitor'>, string>>;
  /**
   * Three cases that `practitioner` works on. `drafted` belongs to `patient` and has a draft. `taken` was only taken.
   * `signable` can be signed, and `seal` is the SHA-256 of its content.
   */
  readonly drafted: string;
  readonly taken: string;
  /** A fourth case, for which photos may be requested. */
  readonly asking: string;
  readonly signable: string;
  readonly seal: string;
  readonly picture: Buffer;
  /**
   * Appointments of `patient`. `asked` is requested. `offered` has an offer, and `quote` is the hash of its quote.
   * `paid` is paid, and `payment` is its payment. `free` is requested and has no offer yet.
   */
  readonly appointments: Readonly<
    Record<'asked' | 'offered' | 'quote' | 'paid' | 'payment' | 'free' | 'inbox' | 'provider', string>
  >;
  readonly community: CommunitySubjects;
}

export interface Row {
  /** A minimal valid input. */
  readonly input?: (subjects: Subjects) => object;
  /** Returns the form that is sent instead of `input`, for procedures that receive a file. */
  readonly form?: (subjects: Subjects) => FormData;
  /** Status for each admitted caller. The default is 200. */
  readonly expected?: Readonly<Record<CallerName, number>>;
}

/** Returns the same status for all callers, except for the callers in `but`. */
export const all = (status: number, but: Partial<Record<CallerName, number>> = {}): Record<CallerName, number> =>
  ({ ...Object.fromEntries(Callers.map((caller) => [caller, status])), ...but }) as Record<CallerName, number>;

/** An id that belongs to nothing. */
export const nobody = randomUUID();

export type Rows = Readonly<Record<string, Row>>;

/** Returns a form with these fields and the image of `subjects`. */
export const shot = (subjects: Subjects, fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(subjects.picture)], { type: 'image/jpeg' }), 'shot.jpg');
  return form;
};
