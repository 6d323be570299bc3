import type { ColumnType, Generated } from 'kysely';
import type { Plan, Profession, ReadingLanguage, Role } from '#contract/base.ts';
import type { Digest, NotificationChannel, NotificationTopic } from '#contract/choices.ts';
import type { SecurityEventKinds, SignInMethods } from '#contract/account.ts';
import type { ConsentPurpose, RegistrationOutcome } from '#contract/identity.ts';

export interface UsersTable {
  id: string;
  email: string;
  email_verified: Generated<boolean>;
  name: string;
  image: string | null;
  avatar_id: string | null;
  closed_at: Date | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone: string | null;
  language: Generated<ReadingLanguage>;
  role: Generated<Role>;
  /** The higher of the two plans `paid_plan` and `given_plan`. */
  plan: Generated<Plan>;
  paid_plan: Generated<Plan>;
  /** The plan that an administrator gave to the person without a payment. It is null if there is none. */
  given_plan: Plan | null;
  two_factor_enabled: Generated<boolean>;
  is_demo: Generated<boolean>;
  lead_id: string | null;
  suspended_at: Date | null;
  suspended_reason: Generated<string>;
  /** The time of the person's last sign-in or use of a session. It changes at most once an hour. */
  last_contact_at: Generated<Date>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  second_factor: Generated<boolean>;
  confirmed_at: Date | null;
  /** The time at which the person last entered a code of the authenticator app in this session. */
  code_given_at: Generated<Date | null>;
  used_at: Generated<Date>;
  country: string | null;
  /** The way in which the person signed in. Every sign-in sets it. */
  method: (typeof SignInMethods)[number] | null;
  /** The latest time at which the session ends, even if it is in use. */
  ends_at: Generated<Date>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface AccountsTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: Date;
}

export interface TwoFactorsTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean>;
  /** The number of the newest 30-second step whose code was used. */
  last_step: number | null;
}

export interface EmailConfirmationsTable {
  token_hash: Buffer;
  user_id: string;
  device_hash: Buffer;
  expires_at: Date;
}

export interface KnownDevicesTable {
  user_id: string;
  device_hash: Buffer;
  last_used_at: Date;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  name: string | null;
  credential_id: string;
  public_key: string;
  counter: number;
  device_type: string;
  backed_up: boolean;
  transports: string | null;
  aaguid: string | null;
  created_at: Generated<Date>;
}

export interface RateLimitsTable {
  id: Generated<string>;
  key: string;
  count: number;
  /** Milliseconds since 1970. */
  last_request: number;
}

export interface TriesTable {
  key: string;
  count: number;
  since: Date;
}

export type SecurityEventKind = (typeof SecurityEventKinds)[number];

export interface SecurityEventsTable {
  id: Generated<string>;
  user_id: string;
  kind: SecurityEventKind;
  at: Generated<Date>;
}

export interface PractitionersTable {
  user_id: string;
  profession: Profession;
  speciality: string;
  registration_number: string;
  registration_body: string;
  verified_at: Date | null;
  verified_by: string | null;
  created_at: Generated<Date>;
}

export interface RegistrationChecksTable {
  id: Generated<string>;
  user_id: string;
  source: string;
  registration_number: string;
  outcome: RegistrationOutcome;
  answer: ColumnType<Record<string, unknown>, string, never>;
  checked_by: string | null;
  first_at: ColumnType<Date, Date, never>;
  last_at: Date;
}

export interface PatientsTable {
  id: Generated<string>;
  user_id: string;
  /** YYYY-MM-DD. */
  birth_date: string | null;
  created_at: Generated<Date>;
}

export interface ConsentsTable {
  id: Generated<string>;
  user_id: string | null;
  lead_id: string | null;
  purpose: ConsentPurpose;
  version: string;
  text_hash: string;
  language: ReadingLanguage;
  given_at: ColumnType<Date, Date | undefined, never>;
  withdrawn_at: Date | null;
}

export interface InvitationsTable {
  user_id: string;
  made_at: ColumnType<Date, Date, never>;
  mailed_at: Date | null;
  accepted_at: Date | null;
  /** The number of tries to enter the birth date since the last email. */
  tries: Generated<number>;
  /** The number of times that the invitation was sent by email. */
  mails: Generated<number>;
}

/**
 * Data about people that every signed-in person may read. The view is needed because a patient's transaction sees only
 * the patient's own row of `users`.
 */
export interface PeopleView {
  readonly id: string;
  readonly name: string;
  /** The first name and the initial of the last name, which friends see. */
  readonly short_name: string;
  readonly role: UsersTable['role'];
  readonly avatar_id: string | null;
}

interface NotificationChoicesTable {
  user_id: string;
  topic: NotificationTopic;
  channel: NotificationChannel;
  is_on: boolean;
}

interface NotificationHabitsTable {
  user_id: string;
  /** HH:MM:SS. */
  quiet_from: string | null;
  quiet_to: string | null;
  quiet_zone: string | null;
  digest: Digest;
}

export interface EmailChangesTable {
  user_id: string;
  new_email: string;
  old_hash: Buffer;
  new_hash: Buffer | null;
  old_at: Date | null;
  new_at: Date | null;
  expires_at: Date;
}

export interface SmsNumbersTable {
  user_id: string;
  /** The phone number in E.164 format. It is null once the agreement to text messages has ended. */
  number: string | null;
  zone: string;
  code_hash: Buffer | null;
  code_ends_at: Date | null;
  code_tries: number;
  agreed_at: Date | null;
  ended_at: Date | null;
  ended_by: 'person' | 'reply' | 'other_account' | null;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    users: UsersTable;
    people: PeopleView;
    sessions: SessionsTable;
    accounts: AccountsTable;
    verifications: VerificationsTable;
    two_factors: TwoFactorsTable;
    email_confirmations: EmailConfirmationsTable;
    known_devices: KnownDevicesTable;
    passkeys: PasskeysTable;
    rate_limits: RateLimitsTable;
    tries: TriesTable;
    security_events: SecurityEventsTable;
    practitioners: PractitionersTable;
    registration_checks: RegistrationChecksTable;
    patients: PatientsTable;
    consents: ConsentsTable;
    invitations: InvitationsTable;
    notification_choices: NotificationChoicesTable;
    notification_habits: NotificationHabitsTable;
    email_changes: EmailChangesTable;
    sms_numbers: SmsNumbersTable;
  }
}
