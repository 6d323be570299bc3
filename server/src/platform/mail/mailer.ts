import type { ReadingLanguage } from '#contract/base.ts';
import type { Db, Tx } from '../db/db.ts';

/** A text attachment of a message. */
export interface Attachment {
  readonly file_name: string;
  readonly content_type: string;
  readonly content: string;
}

/** A finished message. No health data in the subject: it is shown on locked screens and kept by every relay on the way. */
export interface Message {
  readonly to: string;
  readonly language: ReadingLanguage;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[] | undefined;
  /** The address that turns such mails off when a mail program posts to it (RFC 8058). */
  readonly unsubscribe?: string | undefined;
}

export interface Mailer {
  /**
   * Hands a message over; with `tx` it is sent exactly when the transaction commits. It leaves through the outbox: a
   * relay that is away is tried again for a day. With a `key`, a second message with the same key is dropped.
   */
  send(tx: Db | Tx, message: Message, options?: { key?: string }): Promise<void>;
}
