import type { Role } from './base.ts';

/**
 * Who may call a procedure. Each procedure names one of these; the server checks it before it reads the body. The use
 * case checks rules that depend on a row (whose case, community or object it is) and answers NOT_FOUND.
 */
export const accessRules = {
  visitor: { says: 'Anybody, signed in or not.' },
  signedIn: { says: 'Anybody who is signed in, for what is theirs or open to them.', session: true },
  patient: { says: 'Patients, for what is theirs.', session: true, roles: ['patient'] },
  practitioner: {
    says: 'Doctors and nurses, verified or not: nothing here shows a patient.',
    session: true,
    roles: ['practitioner'],
  },
  verifiedDoctor: {
    says: 'Doctors with a verified registration and a second factor.',
    session: true,
    roles: ['practitioner'],
    staff: true,
  },
  verifiedPractitioner: {
    says: 'Doctors and nurses with a verified registration and a second factor, for their own visits and time.',
    session: true,
    roles: ['practitioner'],
    staff: true,
    nurses: true,
  },
  doctorInCharge: {
    says: 'The doctor in charge of the case, with a verified registration and a second factor.',
    session: true,
    roles: ['practitioner'],
    staff: true,
  },
  eitherSide: {
    says: 'The patient of the case or appointment, and doctors with a verified registration and a second factor.',
    session: true,
    roles: ['patient', 'practitioner'],
    staff: true,
  },
  team: {
    says: 'Doctors with a verified registration, and administrators, each with a second factor.',
    session: true,
    roles: ['practitioner', 'admin'],
    staff: true,
  },
  visitTeam: {
    says: 'Doctors and nurses with a verified registration, for their own visits, and administrators, each with a second factor.',
    session: true,
    roles: ['practitioner', 'admin'],
    staff: true,
    nurses: true,
  },
  moderator: { says: 'Owners and moderators of the community, and administrators.', session: true },
  desk: {
    says: 'Accounts of the desk of a clinic with a second factor, for that clinic.',
    session: true,
    roles: ['desk'],
    staff: true,
  },
  admin: { says: 'Administrators with a second factor.', session: true, roles: ['admin'], staff: true },
} as const satisfies Record<string, AccessRule>;

export type Access = keyof typeof accessRules;

/** The rule of a procedure as far as the session alone can decide it. */
export interface AccessRule {
  /** The text that the API reference shows. */
  readonly says: string;
  /** True: visitors are refused. */
  readonly session?: true;
  /** The admitted roles. If this is absent, all roles are admitted. */
  readonly roles?: readonly Role[];
  /**
   * Everyone except patients needs a second factor in this session. Practitioners also need a verified registration,
   * and desk accounts a clinic.
   */
  readonly staff?: true;
  /** Admits nurses, too. Without it, `staff` admits no other practitioners than doctors. */
  readonly nurses?: true;
}

export const ruleOf = (access: Access): AccessRule => accessRules[access];
