import { type ErrorMap, oc } from '@orpc/contract';
import * as z from 'zod';
import { type Access, accessRules } from './access.ts';
import { Languages, ReadingLanguages } from './languages.ts';

/**
 * Refusals that every procedure can return. Each group of procedures can add further refusals. Each code has a message
 * in every language (messages/<lang>/errors.json).
 */
export const commonRefusals = {
  /** Nobody is signed in, or the session has ended. */
  UNAUTHENTICATED: { status: 401 },
  /**
   * The role of the signed-in person may not call this procedure. A call for another person's data gets NOT_FOUND
   * instead.
   */
  FORBIDDEN: { status: 403 },
  /** Staff must enrol or pass a second factor before they see patients' data. */
  SECOND_FACTOR_REQUIRED: { status: 403 },
  /**
   * The row does not exist or is not the caller's. Both cases get the same answer, so that callers cannot learn which
   * ids exist.
   */
  NOT_FOUND: { status: 404 },
  /** All invalid fields of the input. The map has the path of each field and the error codes of the field. */
  INVALID_INPUT: { status: 400, data: z.object({ fields: z.record(z.string(), z.array(z.string())) }) },
  /** The body is too long, or has more parts than this procedure accepts. */
  TOO_LONG: { status: 413 },
  /** The caller tried too often, and can try again after `retry_after_s` seconds. */
  RATE_LIMITED: { status: 429, data: z.object({ retry_after_s: z.number().int() }) },
  /** Too many other callers are using this procedure right now. */
  BUSY: { status: 503, data: z.object({ retry_after_s: z.number().int() }) },
} as const;

/**
 * The answer to a practitioner whose registration is not verified yet. Only procedures for verified practitioners
 * return it.
 */
const practitionerRefusals = { PRACTITIONER_NOT_VERIFIED: { status: 403 } } as const;
/** The answer to a nurse who calls a procedure that only doctors may call. */
export const DOCTORS_ONLY = { status: 403 } as const;
const doctorRefusals = { ...practitionerRefusals, DOCTORS_ONLY } as const;
const noRefusals = {};
const accessRefusals = {
  visitor: noRefusals,
  signedIn: noRefusals,
  patient: noRefusals,
  practitioner: noRefusals,
  verifiedDoctor: doctorRefusals,
  verifiedPractitioner: practitionerRefusals,
  doctorInCharge: doctorRefusals,
  eitherSide: doctorRefusals,
  team: doctorRefusals,
  visitTeam: practitionerRefusals,
  moderator: noRefusals,
  desk: noRefusals,
  admin: noRefusals,
} as const satisfies Record<Access, ErrorMap>;

/** The largest body that a procedure accepts. A longer body is refused with 413 while it is being received. */
export type BodyBounds = { readonly max_kb: number } | { readonly form_max_mb: number };

/** Limit for JSON bodies, in kB. It applies unless a procedure sets another limit. */
const SHORT_KB = 64;

/** Starts the contract of a procedure. Sets its access rule, and the refusals that follow from the rule. */
export const procedure = <A extends Access>(access: A, body: BodyBounds = { max_kb: SHORT_KB }) =>
  oc
    .$meta({ access, body })
    .route({ description: accessRules[access].says })
    .errors(commonRefusals)
    .errors(accessRefusals[access]);

/** Returns a procedure that is called with POST /rpc/<name>. */
export const rpc = <A extends Access>(name: string, access: A, tag: string, summary: string, body?: BodyBounds) =>
  procedure(access, body).route({ method: 'POST', path: `/rpc/${name}`, tags: [tag], summary });

/** The highest number of lines in an exported file that has one line for each row of a list. */
export const EXPORT_ROWS = 50_000;
/** The file would have more lines than the limit. It is refused, because an incomplete file would give wrong totals. */
export const EXPORT_TOO_LONG = { status: 422, data: z.object({ most: z.number().int() }) } as const;

export const Id = z.uuid();
/** Requests and answers contain instants as ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
/** An instant in the years 2000 to 2199, so that adding a few hours still gives a valid instant. */
export const CalendarInstant = Instant.refine((at) => at >= '2000' && at < '2200');
export const Language = z.enum(Languages);
export type Language = z.infer<typeof Language>;
export const ReadingLanguage = z.enum(ReadingLanguages);
export type ReadingLanguage = z.infer<typeof ReadingLanguage>;

export const Roles = ['patient', 'practitioner', 'desk', 'admin'] as const;
export const Role = z.enum(Roles);
export type Role = z.infer<typeof Role>;
/** Roles that an administrator can give to an account. A desk account is created for its clinic instead. */
export const GivenRoles = ['patient', 'practitioner', 'admin'] as const;
export const GivenRole = Role.extract(GivenRoles);
export type GivenRole = z.infer<typeof GivenRole>;

/** Professions of practitioners. Nurses neither sign treatment plans nor see cases. */
export const Professions = ['doctor', 'nurse'] as const;
export const Profession = z.enum(Professions);
export type Profession = z.infer<typeof Profession>;

export const Plans = ['free', 'essential', 'plus', 'elite'] as const;
export const Plan = z.enum(Plans);
export type Plan = z.infer<typeof Plan>;

/**
 * Number of a saved version. The limit is below the largest integer of the database, so that the next version can also
 * have a number.
 */
export const VersionNumber = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 2);

/** Returns the schema of a trimmed text of `min` to `max` characters. */
export const text = (max: number, min = 1) => z.string().trim().min(min).max(max);

/**
 * Returns false for text that the database cannot store, because it contains NUL or lone surrogates. No keyboard
 * produces these characters.
 */
export const isStorable = (words: string): boolean => words.isWellFormed() && !words.includes('\u0000');

/**
 * Returns true for every zone name that Intl accepts. Intl.supportedValuesOf is not enough, because browsers may use an
 * older or newer name of a zone than its list contains.
 */
function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of the caller, which determines when the caller's days begin. */
export const TimeZone = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][\w+/-]*$/)
  .refine(isKnownZone)
  .default('Europe/Paris');
