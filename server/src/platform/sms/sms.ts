import type { Db, Tx } from '../db/db.ts';

/** A finished text message. No health data: it is shown on locked screens and read by every network on the way. */
export interface SmsMessage {
  /** A UUID, under which its state is kept. */
  readonly id: string;
  readonly user_id: string;
  /** E.164: +33612345678. */
  readonly to: string;
  readonly text: string;
  /** ISO instant after which it is no longer worth sending. */
  readonly until: string;
  /** The one answer to STOP, which says that it was understood. Any other message to a stopped number is dropped. */
  readonly answers_stop?: true;
}

export interface Sms {
  /** False if there is neither a provider nor the development mailbox for messages. */
  readonly isOn: boolean;
  /**
   * Hands a message over; with `tx` it leaves exactly when the transaction commits, through the outbox. With a `key`, a
   * second message with the same key is dropped. A provider that is away is asked again until the message is no longer
   * worth sending.
   */
  send(tx: Db | Tx, message: SmsMessage, options?: { key?: string }): Promise<void>;
  /** Lets nothing leave that still waits for this person, such as while the provider is away. */
  drop(tx: Db | Tx, userId: string): Promise<void>;
  /** From now on nothing is sent to this number, whoever confirms it, until `start`. `at`: when its holder sent STOP. */
  stop(tx: Tx, number: string, at: Date): Promise<void>;
  start(tx: Tx, number: string, at: Date): Promise<void>;
  isStopped(number: string): Promise<boolean>;
}

/** The answer of a provider: its own id of the message, or the reason why it will never take it. */
export type Handed = { readonly provider_id: string } | { readonly fault: string };

/** Sends one message. Throws when it should be tried again. */
export type SmsCarrier = (message: SmsMessage) => Promise<Handed>;

/** A notice of the provider, in our words. */
export type SmsNotice =
  | { readonly kind: 'received'; readonly id: string; readonly from: string; readonly text: string; readonly at: Date }
  | {
      readonly kind: 'finalized';
      readonly id: string;
      readonly provider_id: string;
      readonly state: 'delivered' | 'failed';
      readonly fault: string | null;
    }
  | { readonly kind: 'ignored'; readonly id: string };

/** A notice that is not the provider's, that comes too late, or that cannot be read. */
export class SmsNoticeRefused extends Error {
  override readonly name = 'SmsNoticeRefused';
  readonly reason: 'forged' | 'late' | 'unreadable';

  constructor(reason: SmsNoticeRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}
