import type { Message } from '#server/platform/mail/mailer.ts';
import type { SecurityEventKind } from './identity.table.ts';
import type { MailTemplate } from './mail-person.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /**
     * The person has proved access to the email address. `lead_id` names the lead whose photos were taken before the
     * account existed. It is null if the account has no lead.
     */
    'identity.emailConfirmed': { user_id: string; lead_id: string | null };
    /**
     * A password, second factor, passkey, email address or link to the OpenID provider changed. The person is notified,
     * in case another person changed it.
     */
    'identity.securityChanged': { user_id: string; kind: SecurityEventKind };
    /** The person withdrew a consent. */
    'identity.consentWithdrawn': { user_id: string; purpose: string };
    /** The person gave a consent, for the first time or again. */
    'identity.consentGiven': { user_id: string; purpose: string };
    /** The person changed the name or the phone number, or the email address with both links. */
    'identity.contactChanged': { user_id: string };
    /** The patient gave or changed the birth date in the profile. */
    'identity.birthDateGiven': { user_id: string };
    /** An administrator confirmed the registration of a practitioner. */
    'identity.practitionerVerified': { user_id: string };
    /** An administrator suspended an account. */
    'identity.suspended': { user_id: string };
    /**
     * A domain wants to notify a person. The notifications domain decides through which channels the person gets the
     * message. The payload is deleted once the event is processed.
     */
    'identity.personTold': {
      user_id: string;
      template: MailTemplate;
      path: string | null;
      /**
       * The subject of the message: the number of a case or an appointment, or an id from the API contract, such as the
       * id of an achievement. The id is not translated. If the message has no subject, the string is empty.
       */
      subject: string;
      key: string | null;
      message: Message;
    };
  }
}
