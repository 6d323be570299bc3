import * as z from 'zod';
import { GivenRole, Id, Instant, isStorable, Plan, Profession, ReadingLanguage, Role, rpc, text } from './base.ts';
import { CaseHead } from './cases.ts';
import { Speciality } from './directory.ts';

/**
 * The administrators' procedures for people, cases, the audit log and the state of the system. Appointments have their
 * own file.
 */
export const adminRefusals = {
  /** Administrators can neither suspend themselves nor remove their own role. */
  NOT_YOURSELF: { status: 409 },
  /**
   * The new role needs a confirmed email address. An account with an unconfirmed address is deleted when anyone signs
   * up again with this address.
   */
  EMAIL_NOT_CONFIRMED: { status: 409 },
  /** The new plan is lower than the plan that the person's subscription pays for. */
  PLAN_IS_PAID: { status: 409, data: z.object({ plan: Plan }) },
  /** The person pays for a subscription. Only a patient can open the page that ends it. */
  SUBSCRIPTION_RUNS: { status: 409 },
} as const;

const AdminPage = {
  limit: z.number().int().min(1).max(100).default(50),
  /** The value of `next` from the previous page. */
  after: z.string().max(200).nullish(),
};
const Reason = text(500).refine(isStorable);

export const AdminUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: Role,
  plan: Plan,
  /**
   * The plan that the person's subscription pays for. If `plan` is a higher plan, an administrator granted it without a
   * payment.
   */
  paid_plan: Plan,
  /** The plan that an administrator gave. The paid plan hides it while the paid plan is equal or higher. */
  given_plan: Plan.nullable(),
  language: ReadingLanguage,
  is_email_confirmed: z.boolean(),
  has_second_factor: z.boolean(),
  member_since: Instant,
  suspended_at: Instant.nullable(),
  suspended_reason: z.string(),
  sessions: z.number().int(),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const UserSession = z.object({
  id: Id,
  created_at: Instant,
  last_seen_at: Instant,
  expires_at: Instant,
  /** The name of the browser, taken from its user agent. */
  user_agent: z.string().nullable(),
  passed_second_factor: z.boolean(),
});

const UserChange = z.object({ user_id: Id, reason: Reason });

/** The highest number of entries in the history of an account. The audit log contains all of them. */
export const LOG_SHOWN = 50;

/** The identity domain implements these procedures. */
export const usersAdmin = {
  adminListUsers: rpc(
    'admin_list_users',
    'admin',
    'identity',
    'List people whose name or email address begins with a text. Accents do not matter',
  )
    .input(
      z
        .object({
          ...AdminPage,
          search: z.string().trim().max(200).refine(isStorable).nullish(),
          role: Role.nullish(),
          plan: Plan.nullish(),
          is_suspended: z.boolean().nullish(),
        })
        .optional(),
    )
    .output(
      z.object({
        rows: z.array(AdminUser),
        total: z.number().int(),
        is_total_exact: z.boolean(),
        next: z.string().nullable(),
      }),
    ),
  adminGetUser: rpc(
    'admin_get_user',
    'admin',
    'identity',
    'Return one person with their sessions. The access is logged',
  )
    .input(z.object({ user_id: Id }))
    .output(
      z.object({
        user: AdminUser,
        /**
         * True: the account has no registration. To make this person a practitioner, the call must also send a
         * registration.
         */
        needs_registration: z.boolean(),
        /**
         * Set if an import made the account and the owner of the account has never signed in. `mailed_at` is the time
         * of the last invitation. `may_mail` is true if another invitation may be sent now.
         */
        invitation: z.object({ mailed_at: Instant.nullable(), may_mail: z.boolean() }).nullable(),
        sessions: z.array(UserSession),
        /**
         * The newest entries of the audit log about this account, newest first. Entries about administrators who viewed
         * the account are left out.
         */
        log: z
          .array(z.object({ at: Instant, actor_name: z.string().nullable(), action: z.string(), reason: z.string() }))
          .max(LOG_SHOWN),
      }),
    ),
  adminSetUserRole: rpc('admin_set_user_role', 'admin', 'identity', 'Change the role of a person and sign them out')
    .errors(adminRefusals)
    .input(
      UserChange.extend({
        role: GivenRole,
        /**
         * Required if a person without a registration becomes a practitioner. An administrator verifies the
         * registration afterwards.
         */
        registration: z
          .object({
            profession: Profession,
            speciality: Speciality,
            registration_number: text(60).refine(isStorable),
            registration_body: text(120).refine(isStorable),
          })
          .nullish(),
      }),
    )
    .output(AdminUser),
  adminSetUserPlan: rpc('admin_set_user_plan', 'admin', 'identity', 'Give a person a plan without a payment')
    .errors(adminRefusals)
    .input(UserChange.extend({ plan: Plan }))
    .output(AdminUser),
  adminSuspendUser: rpc(
    'admin_suspend_user',
    'admin',
    'identity',
    'Suspend an account and end its sessions, or lift the suspension',
  )
    .errors(adminRefusals)
    .input(UserChange.extend({ is_suspended: z.boolean() }))
    .output(AdminUser),
  adminEndUserSessions: rpc(
    'admin_end_user_sessions',
    'admin',
    'identity',
    'Sign a person out of one browser or of all',
  )
    .input(UserChange.extend({ session_id: Id.nullish() }))
    .output(z.object({ ended: z.number().int() })),
};

export const AdminCase = CaseHead.extend({
  taken_at: Instant.nullable(),
  /**
   * True: the case is still open after its due time, or was published too late. A case that waits for photos is not
   * late.
   */
  is_late: z.boolean(),
  is_waiting_for_photos: z.boolean(),
});

export type AdminCase = z.infer<typeof AdminCase>;

/**
 * The simulation domain implements these procedures. The list contains case numbers and times, but names no patient, so
 * reading it is not logged. Opening a case is logged.
 */
export const casesAdmin = {
  adminListCases: rpc(
    'admin_list_cases',
    'admin',
    'simulation',
    'List cases with their promised delivery times: open ones by due time, others newest first',
  )
    .input(z.object({ ...AdminPage, filter: z.enum(['open', 'late', 'published']).default('open') }).optional())
    .output(
      z.object({
        rows: z.array(AdminCase),
        next: z.string().nullable(),
        sla: z.object({
          open: z.number().int(),
          late: z.number().int(),
          /** Number of cases that are due within twelve hours. */
          due_soon: z.number().int(),
          published_30_days: z.number().int(),
          on_time_30_days: z.number().int(),
          /** Median number of hours from receipt to publication, for the cases published in the last 30 days. */
          median_hours_30_days: z.number().nullable(),
        }),
      }),
    ),
};

export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  actor_id: z.string(),
  actor_name: z.string().nullable(),
  actor_role: z.string().nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  patient_id: z.string().nullable(),
  reason: z.string(),
});
const Queue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  running: z.number().int(),
  failed: z.number().int(),
  last_done_at: Instant.nullable(),
});

/** The result of the check that the audit log is complete and unchanged. */
const AuditState = z.object({
  entries: z.number().int(),
  /** The first entry that is missing or does not fit the hash chain. Null: the log is complete and unchanged. */
  broken_at: z.number().int().nullable(),
  /**
   * Number of signed heads that were changed, removed, or signed with another key. A signed head is a file with the
   * hash of the entry that was the newest at the time of the signature. These files are stored next to the photos.
   */
  forged_heads: z.number().int(),
  /** The newest entry that has a signed head, and the time of its signature. */
  signed: z.object({ entry: z.number().int(), at: Instant }).nullable(),
});

/** The operations domain implements these procedures. */
export const operations = {
  adminListAudit: rpc('admin_list_audit', 'admin', 'operations', 'List the entries of the audit log, newest first')
    .input(
      z
        .object({
          limit: z.number().int().min(1).max(100).default(100),
          before: z.number().int().nullish(),
          actor_id: z.string().max(64).refine(isStorable).nullish(),
          action: z.string().max(80).refine(isStorable).nullish(),
          subject_id: z.string().max(64).refine(isStorable).nullish(),
          patient_id: z.string().max(64).refine(isStorable).nullish(),
        })
        .optional(),
    )
    .output(z.object({ rows: z.array(AuditEntry), next: z.number().int().nullable() })),
  adminCheckAuditChain: rpc(
    'admin_check_audit_chain',
    'admin',
    'operations',
    'Check the hash chain of the audit log against its signed heads',
  ).output(AuditState.extend({ checked_at: Instant })),
  adminGetHealth: rpc(
    'admin_get_health',
    'admin',
    'operations',
    'Return whether jobs run, emails are sent, payments arrive and photos are stored',
  ).output(
    z.object({
      jobs: z.array(Queue),
      events: z.object({ waiting: z.number().int(), failing: z.number().int(), oldest_waiting_at: Instant.nullable() }),
      mail: z.object({
        carrier: z.enum(['smtp', 'mailbox']),
        waiting: z.number().int(),
        failing: z.number().int(),
        sent_24_hours: z.number().int(),
        oldest_waiting_at: Instant.nullable(),
        last_error: z.string().nullable(),
      }),
      /** Webhook events from the payment provider. */
      webhooks: z.object({
        provider: z.enum(['stripe', 'test']),
        received_24_hours: z.number().int(),
        waiting: z.number().int(),
        failing: z.number().int(),
        /**
         * Number of webhook events that the service refused today and yesterday because they were forged, late or
         * unreadable.
         */
        refused: z.number().int(),
        oldest_waiting_at: Instant.nullable(),
        last_received_at: Instant.nullable(),
        last_error: z.string().nullable(),
      }),
      /**
       * The photo store. `free_bytes` is null if the store does not report its free space, as with S3. `last_backup_at`
       * is null if this machine has made no backup.
       */
      storage: z.object({
        kind: z.enum(['folder', 's3']),
        is_reachable: z.boolean(),
        photos: z.number().int(),
        bytes: z.number().int(),
        free_bytes: z.number().nullable(),
        total_bytes: z.number().nullable(),
        last_backup_at: Instant.nullable(),
      }),
      /** Refusals and "not found" answers of the last 24 hours, with the alarms about callers. */
      refusals: z.object({
        refusals: z.number().int(),
        /**
         * Number of alarms about accounts and IP addresses with unusually many refusals. Each account or address causes
         * at most one alarm an hour.
         */
        stood_out: z.number().int(),
        /** Number of calls that named a decoy. A decoy is an id that the service shows to nobody. */
        decoys: z.number().int(),
        last_alarm_at: Instant.nullable(),
      }),
      audit: AuditState,
    }),
  ),
  adminTryAgain: rpc('admin_try_again', 'admin', 'operations', 'Retry failed jobs now')
    .input(
      z.discriminatedUnion('what', [
        z.object({ what: z.enum(['mail', 'events', 'webhooks']) }),
        z.object({ what: z.literal('job'), name: z.string().max(80) }),
      ]),
    )
    .output(z.object({ count: z.number().int() })),
};
