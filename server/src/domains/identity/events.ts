import type { Message } from '#server/platform/mail/mailer.ts';
import type { SecurityEventKind } from './identity.table.ts';
import type { MailTemplate } from './mail-person.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** The person has shown that the address is theirs. `lead_id`: the photos taken before the account, if there were any. */
    'identity.emailConfirmed': { user_id: string; lead_id: string | null };
    /** A key of the account changed: the person is told, in case it was somebody else. */
    'identity.securityChanged': { user_id: string; kind: SecurityEventKind };
    /** The person took back what they had agreed to. */
    'identity.consentWithdrawn': { user_id: string; purpose: string };
    /** Agreed to, for the first time or again. */
    'identity.consentGiven': { user_id: string; purpose: string };
    /** A domain has something to tell a person; how it reaches them is for the notifications to say. Emptied once it was handled. */
    'identity.personTold': {
      user_id: string;
      template: MailTemplate;
      path: string | null;
      /** The subject: a number, a word of the contract, or nothing. */
      subject: string;
      key: string | null;
      message: Message;
    };
  }
}
