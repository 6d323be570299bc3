import type { SecurityEventKind } from './identity.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** The person has shown that the address is theirs. `lead_id`: the photos taken before the account, if there were any. */
    'identity.emailConfirmed': { user_id: string; lead_id: string | null };
    /** A key of the account changed: the person is told, in case it was somebody else. */
    'identity.securityChanged': { user_id: string; kind: SecurityEventKind };
    /** The person took back what they had agreed to. */
    'identity.consentWithdrawn': { user_id: string; purpose: string };
  }
}
