import * as z from 'zod';
import { Id, Instant, ReadingLanguage, rpc, text, isStorable } from './base.ts';
import { leadRefusals, photoForm, photoRefusals } from './intake.ts';

/** The person's own account: details, avatar, address, devices, and the history of sign-ins and security changes. */
export const accountRefusals = {
  /**
   * The person has not entered the password in this browser within the last five minutes. Call POST
   * /api/auth/confirm-password first.
   */
  PASSWORD_NEEDED: { status: 403 },
  /** The link from an email is too old, was already used, was cancelled, or never existed. */
  LINK_INVALID: { status: 404 },
  /**
   * The caller is a practitioner. A practitioner's name must match the register of practitioners, so only an
   * administrator can change it.
   */
  NAME_AS_REGISTERED: { status: 409 },
} as const;

/** Width and height, in pixels, of the square avatar that the browser sends. */
export const AvatarSide = 640;

export const MyDetails = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** YYYY-MM-DD. Only patients have a birth date. */
  birth_date: z.string().nullable(),
  language: ReadingLanguage,
  /** A signed link, valid for 3600 s. */
  avatar_url: z.string().nullable(),
  is_name_registered: z.boolean(),
  /**
   * A new email address that is not confirmed yet. `old_confirmed` is true once the person has opened the link sent to
   * the old address. `new_confirmed` is true once the person has opened the link sent to the new address.
   */
  email_change: z
    .object({ new_email: z.string(), old_confirmed: z.boolean(), new_confirmed: z.boolean(), expires_at: Instant })
    .nullable(),
});
export type MyDetails = z.infer<typeof MyDetails>;

export const DeviceKinds = ['computer', 'phone', 'tablet', 'other'] as const;
/** How a person signed in. `professional`: with a doctor's account at an OpenID provider. */
export const SignInMethods = ['password', 'passkey', 'professional'] as const;
export const MySession = z.object({
  id: Id,
  kind: z.enum(DeviceKinds),
  /**
   * The browser and the operating system, such as 'Firefox' and 'Windows'. Null if the user agent does not name them.
   */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /**
   * ISO 3166 code of the country of the IP address. Our proxy sends the country in a header that the operator
   * configures. Null without a valid header.
   */
  country: z.string().nullable(),
  /** The first part of the IP address, such as `82.64.*.*`. It identifies a network, but not a single household. */
  network: z.string().nullable(),
  signed_in_at: Instant,
  last_used_at: Instant,
  is_current: z.boolean(),
  passed_second_factor: z.boolean(),
  /** How the person signed in. Null if the sign-in session began before the service stored this detail. */
  method: z.enum(SignInMethods).nullable(),
});
export type MySession = z.infer<typeof MySession>;

export const SecurityEventKinds = [
  'signed_in',
  'password_changed',
  'password_reset',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'professional_linked',
  'professional_unlinked',
  'signed_out_everywhere',
  'device_signed_out',
  'email_confirmed',
  'email_changed',
] as const;
export const SecurityEvent = z.object({ id: Id, kind: z.enum(SecurityEventKinds), at: Instant });

/** The state of the caller's reminders by SMS. */
export const MySms = z.object({
  /** False: text messages are not set up in this service, so nobody can get reminders by SMS. */
  is_offered: z.boolean(),
  /** `waiting`: the service sent a code by SMS, and the person has not entered the code yet. */
  state: z.enum(['off', 'waiting', 'on']),
  /** The caller's own number. Null while the state is `off`. */
  number: z.string().nullable(),
});
export type MySms = z.infer<typeof MySms>;

const smsRefusals = {
  /** Text messages are not set up in this service. */
  SMS_UNAVAILABLE: { status: 409 },
  /** The code is wrong or too old, was replaced by a newer one, or was tried too often. */
  SMS_CODE_WRONG: { status: 422 },
  /**
   * The owner of this phone number opted out of our text messages by sending STOP. To opt in again, the owner sends
   * START from this phone number to our number (`to`).
   */
  SMS_STOPPED: { status: 409, data: z.object({ to: z.string() }) },
} as const;

export const account = {
  getMyDetails: rpc(
    'get_my_details',
    'signedIn',
    'account',
    'Return the caller’s name, contact details and photo',
  ).output(MyDetails),
  setMyDetails: rpc(
    'set_my_details',
    'signedIn',
    'account',
    'Change the caller’s name, phone number, birth date and language',
  )
    .errors({ NAME_AS_REGISTERED: accountRefusals.NAME_AS_REGISTERED, UNDER_AGE: leadRefusals.UNDER_AGE })
    .input(
      z.object({
        first_name: text(80).refine(isStorable),
        last_name: text(80).refine(isStorable),
        phone: z
          .string()
          .regex(/^\+\d{1,3} [\d ]{4,20}$/)
          .nullable(),
        birth_date: z.iso.date().nullable(),
        language: ReadingLanguage,
      }),
    )
    .output(MyDetails),
  setMyBirthDate: rpc('set_my_birth_date', 'patient', 'account', 'Set the birth date when the service asks for it')
    .errors({ UNDER_AGE: leadRefusals.UNDER_AGE })
    .input(z.object({ birth_date: z.iso.date() }))
    .output(MyDetails),
  getMySms: rpc('get_my_sms', 'patient', 'account', 'Return whether the caller gets reminders by SMS').output(MySms),
  askSmsCode: rpc('ask_sms_code', 'patient', 'account', 'Send a code to the phone number that will get reminders')
    .errors({ SMS_UNAVAILABLE: smsRefusals.SMS_UNAVAILABLE, SMS_STOPPED: smsRefusals.SMS_STOPPED })
    .input(
      z.object({
        phone: z.string().regex(/^\+\d{1,3} [\d ]{4,20}$/),
        /** IANA time zone of the caller. The service sends no reminder at night in this zone. */
        zone: z.string().max(60),
      }),
    )
    .output(MySms),
  confirmSmsCode: rpc('confirm_sms_code', 'patient', 'account', 'Enter the code and agree to reminders by SMS')
    .errors({ SMS_CODE_WRONG: smsRefusals.SMS_CODE_WRONG, SMS_STOPPED: smsRefusals.SMS_STOPPED })
    .input(z.object({ code: z.string().regex(/^\d{6}$/) }))
    .output(MySms),
  endMySms: rpc('end_my_sms', 'patient', 'account', 'Stop reminders by SMS').output(MySms),
  uploadMyAvatar: rpc('upload_my_avatar', 'signedIn', 'account', 'Store the caller’s profile photo', photoForm)
    .errors(photoRefusals)
    .input(z.object({ file: z.file() }))
    .output(MyDetails),
  removeMyAvatar: rpc('remove_my_avatar', 'signedIn', 'account', 'Delete the caller’s profile photo').output(MyDetails),
  requestEmailChange: rpc(
    'request_email_change',
    'signedIn',
    'account',
    'Send one link to the current address and one to the new address',
  )
    .errors({ PASSWORD_NEEDED: accountRefusals.PASSWORD_NEEDED })
    .input(
      z.object({
        email: z
          .email()
          .max(254)
          .transform((s) => s.trim().toLowerCase()),
      }),
    )
    .output(MyDetails),
  cancelEmailChange: rpc(
    'cancel_email_change',
    'signedIn',
    'account',
    'Cancel the change and keep the current address',
  ).output(MyDetails),
  confirmEmailChange: rpc(
    'confirm_email_change',
    'visitor',
    'account',
    'Confirm the change with the link from one of the two emails',
  )
    .errors({ LINK_INVALID: accountRefusals.LINK_INVALID })
    .input(z.object({ token: z.string().max(100) }))
    .output(z.object({ state: z.enum(['waiting', 'changed']) })),
  listMySessions: rpc(
    'list_my_sessions',
    'signedIn',
    'account',
    'List the browsers in which the caller is signed in',
  ).output(z.array(MySession)),
  endMySession: rpc('end_my_session', 'signedIn', 'account', 'Sign out one of the caller’s browsers')
    .input(z.object({ session_id: Id }))
    .output(z.array(MySession)),
  listMySecurityEvents: rpc(
    'list_my_security_events',
    'signedIn',
    'account',
    'List the security events of the account, such as sign-ins and changed passwords',
  ).output(z.array(SecurityEvent)),
};
