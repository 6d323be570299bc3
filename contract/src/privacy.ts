import * as z from 'zod';
import { accountRefusals } from './account.ts';
import { Id, Instant, Role, rpc } from './base.ts';
import { OpeningReason } from './care-relation.ts';

/** Procedures with which people exercise their rights over their own data. */
export const ExportLifeDays = 7;

export const MyExport = z.object({
  id: Id,
  state: z.enum(['preparing', 'ready', 'failed']),
  requested_at: Instant,
  expires_at: Instant.nullable(),
  size_bytes: z.number().int().nullable(),
});
export type MyExport = z.infer<typeof MyExport>;

export const AccessEntry = z.object({
  id: z.number().int(),
  at: Instant,
  /** The name of the person who read or changed the data. Null: the person has left, or the service itself acted. */
  actor_name: z.string().nullable(),
  actor_role: Role.nullable(),
  /** The kind of the entry, as `domain.verb`. Its sentence is the message `account:access.<action>`. */
  action: z.string(),
  /** The reason that a doctor gave for opening a case of another doctor. */
  reason: OpeningReason.nullable(),
});
export type AccessEntry = z.infer<typeof AccessEntry>;

export const privacy = {
  getMyExport: rpc(
    'get_my_export',
    'signedIn',
    'privacy',
    'Return the state of the caller’s newest data export',
  ).output(MyExport.nullable()),
  requestMyExport: rpc('request_my_export', 'signedIn', 'privacy', 'Request an export of the caller’s data').output(
    MyExport,
  ),
  listMyAccessLog: rpc(
    'list_my_access_log',
    'signedIn',
    'privacy',
    'List who viewed the caller’s photos and answers, newest first',
  )
    .input(z.object({ before: z.number().int().nullish() }))
    .output(z.object({ rows: z.array(AccessEntry), next: z.number().int().nullable() })),
  getMyErasure: rpc(
    'get_my_erasure',
    'patient',
    'privacy',
    'Return what would remain after an erasure, because the law requires it',
  ).output(z.object({ keeps_record: z.boolean(), keeps_books: z.boolean() })),
  eraseMyAccount: rpc(
    'erase_my_account',
    'patient',
    'privacy',
    'Erase the account and all data that no law requires us to keep',
  )
    .errors({ PASSWORD_NEEDED: accountRefusals.PASSWORD_NEEDED })
    .input(z.object({ is_final: z.literal(true) }))
    .output(z.object({ erased: z.literal(true) })),
};
