import type { Role } from './base.ts';

/**
 * The access rules. Each API procedure names one rule. The server checks the caller against this rule before it reads
 * the request body. Some rules also depend on a database row, for example on the owner of a case. The code of the
 * procedure checks the row later, and answers NOT_FOUND if the caller may not see the row.
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

/**
 * The part of an access rule that depends only on the caller: on the sign-in session, the role, and the caller's
 * registration or clinic.
 */
export interface AccessRule {
  /** The text of the rule in the API reference. */
  readonly says: string;
  /** True: callers who are not signed in are refused. */
  readonly session?: true;
  /** The admitted roles. If `roles` is absent, all roles are admitted. */
  readonly roles?: readonly Role[];
  /**
   * True: everyone except patients must have passed a second factor in this sign-in session. Practitioners must also
   * have a verified registration. Desk accounts must also belong to a clinic.
   */
  readonly staff?: true;
  /**
   * Has an effect only together with `staff`. True: `staff` admits nurses as well as doctors. Absent: `staff` refuses
   * nurses.
   */
  readonly nurses?: true;
}

export const ruleOf = (access: Access): AccessRule => accessRules[access];
