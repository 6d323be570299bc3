import type { ReadingLanguage } from '#contract/base.ts';
import type { Db, Tx } from '../db/db.ts';

/** A text attachment of a message. */
export interface Attachment {
  readonly file_name: string;
  readonly content_type: string;
  readonly content: string;
}

/**
 * A finished email. The subject contains no health data, because locked screens show it and every email server on the
 * way stores it.
 */
export interface Message {
  readonly to: string;
  readonly language: ReadingLanguage;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[] | undefined;
  /** URL that an email program calls with POST to unsubscribe the person from emails of this kind (RFC 8058). */
  readonly unsubscribe?: string | undefined;
}

export interface Mailer {
  /**
   * Queues a message in the outbox. With a transaction as `tx`, it is sent only if the transaction commits. If the
   * email server is down, sending is tried again for a day. A second message with the same `key` is dropped.
   */
  send(tx: Db | Tx, message: Message, options?: { key?: string }): Promise<void>;
}
