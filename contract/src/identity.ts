import * as z from 'zod';
import { Id, Instant, Language, Profession, ReadingLanguage, Role, Plan, isStorable, rpc, text } from './base.ts';

/**
 * Accounts, roles and consent. Better Auth answers the calls under /api/auth: sign-up, sign-in, reset, verification,
 * second factors and sessions. This file declares the procedures that we add.
 */
export const identityRefusals = {
  /** A parameter names a user other than the caller. */
  NOT_THE_CALLER: { status: 403 },
  /** The consent names an outdated version of the text. */
  CONSENT_TEXT_OUTDATED: { status: 409 },
} as const;

/** The outcome of checking a registration in a public register. `seen`: an administrator saw a document instead. */
export const RegistrationOutcomes = [
  'active',
  'inactive',
  'absent',
  'other_person',
  'other_profession',
  'seen',
] as const;
export const RegistrationOutcome = z.enum(RegistrationOutcomes);
export type RegistrationOutcome = z.infer<typeof RegistrationOutcome>;

export const registrationRefusals = {
  /**
   * The number has an impossible format, the register does not confirm the registration, or the register does not
   * answer.
   */
  REGISTRATION_NOT_CONFIRMED: {
    status: 409,
    data: z.object({ outcome: z.enum([...RegistrationOutcomes, 'malformed', 'unreachable']) }),
  },
} as const;

/** A document that proves a registration, and the person who checked it. Needed if no register can be queried. */
export const DocumentSeen = z.object({
  document: text(200).refine(isStorable),
  seen_by: text(120).refine(isStorable),
});
export type DocumentSeen = z.infer<typeof DocumentSeen>;

/**
 * Rules for passwords, with lengths in characters. The server requires `min` for every new password. Of the forms, only
 * the sign-up form on /login accepts shorter passwords, from `min_on_login` on, and sends them to the server.
 */
export const PasswordRule = { min: 8, max: 128, min_on_login: 6, min_zxcvbn_score: 3 } as const;
/** The maximum number of characters in the name of a passkey. */
export const longestPasskeyName = 60;
/** Reasons for a weak_password error. Their messages are `identity:weak_password.<reason>`. */
export const WeakPasswordReasons = ['too_short', 'too_long', 'common', 'guessable', 'contains_identity'] as const;

/**
 * Fields that we add to Better Auth's sign-up. The server refuses any other field, such as a role or a plan. First and
 * last name may be empty, because the form on /login does not ask for them. `lead_id` ties the account to the photos
 * that were taken before the account existed.
 */
export const SignUpData = z.object({
  first_name: text(80, 0).default(''),
  last_name: text(80, 0).default(''),
  phone: z
    .string()
    .regex(/^\+\d{1,3} [\d ]{4,20}$/)
    .optional(),
  language: Language.optional(),
  lead_id: Id.optional(),
});

export const ConsentPurposes = ['simulation', 'account', 'marketing', 'publication', 'research', 'evidence'] as const;
export const ConsentPurpose = z.enum(ConsentPurposes);
export type ConsentPurpose = z.infer<typeof ConsentPurpose>;
/**
 * A consent with its purpose, and with the version and the language of the text that the person read. The server adds
 * the hash and the time.
 */
export const ConsentGiven = z.object({
  purpose: ConsentPurpose,
  version: z.string().max(20),
  language: ReadingLanguage,
});
export type ConsentGiven = z.infer<typeof ConsentGiven>;
/** Current version of each consent text. The texts are in messages/<lang>/consent.json. */
export const ConsentVersions: Record<ConsentPurpose, string> = {
  simulation: '2026-11-23',
  account: '2026-11-01',
  marketing: '2026-11-23',
  publication: '2026-11-23',
  research: '2026-11-01',
  evidence: '2026-11-27',
};

export const Me = z.object({
  id: Id,
  email: z.email(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  role: Role,
  /** Null for people other than practitioners. */
  profession: Profession.nullable(),
  plan: Plan,
  language: ReadingLanguage,
  is_email_confirmed: z.boolean(),
  has_second_factor: z.boolean(),
  /** True: the person belongs to the staff and must enrol a second factor before seeing patients' data. */
  must_enrol_second_factor: z.boolean(),
  member_since: Instant,
  /** Link to the person's own avatar. It is valid for one hour. */
  avatar_url: z.string().nullable(),
});
export type Me = z.infer<typeof Me>;

export const ConsentRecord = z.object({
  id: Id,
  purpose: ConsentPurpose,
  version: z.string(),
  text_hash: z.string(),
  language: ReadingLanguage,
  given_at: Instant,
  withdrawn_at: Instant.nullable(),
});

export const Practitioner = z.object({
  user_id: Id,
  name: z.string(),
  email: z.email(),
  profession: Profession,
  speciality: z.string(),
  registration_number: z.string(),
  registration_body: z.string(),
  is_verified: z.boolean(),
  verified_at: Instant.nullable(),
  has_second_factor: z.boolean(),
  /** True: the number is declared as an RPPS or ADELI number (French registers) but cannot be one. */
  is_number_wrong: z.boolean(),
  /** True: a register can be queried. False: an administrator must see a document instead. */
  is_looked_up: z.boolean(),
  last_check: z
    .object({
      /** Name of the register that answered. It is `document` if an administrator saw a document. */
      source: z.string(),
      outcome: RegistrationOutcome,
      document: DocumentSeen.nullable(),
      first_at: Instant,
      last_at: Instant,
    })
    .nullable(),
});
export type Practitioner = z.infer<typeof Practitioner>;

/** A doctor's sign-in through an OpenID provider, as the doctor's own account page shows it. */
export const MyProfessionalSignIn = z.object({
  /** The name of the OpenID provider. */
  name: z.string(),
  linked_at: Instant.nullable(),
  /** True: the caller is a doctor whose registration is verified. Only then can the account be linked to the provider. */
  is_verified: z.boolean(),
});
export type MyProfessionalSignIn = z.infer<typeof MyProfessionalSignIn>;

export const identity = {
  whoAmI: rpc('who_am_i', 'visitor', 'identity', 'Return the signed-in person, or null').output(
    z.object({ is_admin: z.boolean(), user: Me.nullable() }),
  ),
  professionalSignIn: rpc(
    'professional_sign_in',
    'visitor',
    'identity',
    'Return the name of the identity provider for doctors, or null if none is configured',
  ).output(z.object({ name: z.string().nullable() })),
  myProfessionalSignIn: rpc(
    'my_professional_sign_in',
    'practitioner',
    'identity',
    'Return whether the caller can sign in with the identity provider for doctors',
  ).output(MyProfessionalSignIn.nullable()),
  unlinkProfessionalSignIn: rpc(
    'unlink_professional_sign_in',
    'practitioner',
    'identity',
    'Unlink the caller’s identity at the provider for doctors',
  )
    .errors({
      /** The account has a second factor, but the person has not passed it in this sign-in session. */
      PASSKEY_NEEDED: { status: 403 },
    })
    .output(MyProfessionalSignIn.nullable()),
  isAdmin: rpc('is_admin', 'visitor', 'identity', 'Return whether the caller is an administrator').output(z.boolean()),
  ensurePatientForMe: rpc(
    'ensure_patient_for_me',
    'patient',
    'identity',
    'Create the caller’s patient record if it does not exist',
  ).output(z.object({ patient_id: Id })),
  setMyLanguage: rpc('set_my_language', 'signedIn', 'identity', 'Save the language of the account')
    .input(z.object({ language: ReadingLanguage }))
    .output(z.object({ language: ReadingLanguage })),
  listMyConsents: rpc('list_my_consents', 'signedIn', 'identity', 'List the caller’s consents with their dates').output(
    z.array(ConsentRecord),
  ),
  giveConsent: rpc('give_consent', 'signedIn', 'identity', 'Consent to one purpose')
    .errors(identityRefusals)
    .input(ConsentGiven)
    .output(ConsentRecord),
  withdrawConsent: rpc('withdraw_consent', 'signedIn', 'identity', 'Withdraw the consent to one purpose')
    .input(z.object({ purpose: ConsentPurpose }))
    .output(z.object({ withdrawn: z.boolean() })),
  adminListPractitioners: rpc(
    'admin_list_practitioners',
    'admin',
    'identity',
    'List practitioners, and whether their registrations are verified',
  ).output(z.array(Practitioner)),
  adminVerifyPractitioner: rpc(
    'admin_verify_practitioner',
    'admin',
    'identity',
    'Verify the registration of a practitioner, or revoke it',
  )
    .errors(registrationRefusals)
    .input(
      z.object({
        user_id: Id,
        is_verified: z.boolean(),
        /**
         * The profession to verify. The default is the profession of the account. The profession of a verified
         * practitioner can be changed only after the verification has been revoked.
         */
        profession: Profession.nullish(),
        document: DocumentSeen.nullish(),
      }),
    )
    .output(Practitioner),
};
