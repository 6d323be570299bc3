import type { Message } from '#server/platform/mail/mailer.ts';
import type { SecurityEventKind } from './identity.table.ts';
import type { MailTemplate } from './mail-person.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** The person has shown that the address is theirs. `lead_id`: the photos from before the account, if any. */
    'identity.emailConfirmed': { user_id: string; lead_id: string | null };
    /** A key of the account changed. The person is notified, in case someone else changed it. */
    'identity.securityChanged': { user_id: string; kind: SecurityEventKind };
    /** The person withdrew a consent. */
    'identity.consentWithdrawn': { user_id: string; purpose: string };
    /** The person gave a consent, for the first time or again. */
    'identity.consentGiven': { user_id: string; purpose: string };
    /** A domain has a notice for a person. The notifications domain decides how it reaches them. The payload is emptied after handling. */
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
