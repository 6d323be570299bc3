import type { ReadingLanguage } from '#contract/base.ts';
import type { Db, Tx } from '../db/db.ts';

/** A text attachment of a message. */
export interface Attachment {
  readonly file_name: string;
  readonly content_type: string;
  readonly content: string;
}

/** A finished message. The subject holds no health data, because locked screens show it and every relay on the way stores it. */
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
   * Queues a message. With `tx` it is sent only if the transaction commits. It goes through the outbox: if the
   * relay is down, it is tried again for a day. With a `key`, a second message with the same key is dropped.
   */
  send(tx: Db | Tx, message: Message, options?: { key?: string }): Promise<void>;
}
