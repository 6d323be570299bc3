import type { Db, Tx } from '../db/db.ts';

/** A finished text message. It holds no health data, because locked screens show it and every network on the way can read it. */
export interface SmsMessage {
  /** A UUID under which the state of the message is stored. */
  readonly id: string;
  readonly user_id: string;
  /** E.164: +33612345678. */
  readonly to: string;
  readonly text: string;
  /** ISO instant after which the message is no longer worth sending. */
  readonly until: string;
  /** The one answer to STOP, which says that it was understood. Any other message to a stopped number is dropped. */
  readonly answers_stop?: true;
}

export interface Sms {
  /** False if there is neither a provider nor the development mailbox for messages. */
  readonly isOn: boolean;
  /**
   * Queues a message. With `tx` it leaves only if the transaction commits, through the outbox. With a `key`, a
   * second message with the same key is dropped. If the provider is down, it is tried again until the message is no longer
   * worth sending.
   */
  send(tx: Db | Tx, message: SmsMessage, options?: { key?: string }): Promise<void>;
  /** Drops all messages that still wait for this person, for example while the provider is down. */
  drop(tx: Db | Tx, userId: string): Promise<void>;
  /** From now on nothing is sent to this number, whoever confirms it, until `start`. `at`: when its holder sent STOP. */
  stop(tx: Tx, number: string, at: Date): Promise<void>;
  start(tx: Tx, number: string, at: Date): Promise<void>;
  isStopped(number: string): Promise<boolean>;
}

/** The answer of a provider: its own id for the message, or the reason why it will never accept it. */
export type Handed = { readonly provider_id: string } | { readonly fault: string };

/** Sends one message. Throws if it should be tried again. */
export type SmsCarrier = (message: SmsMessage) => Promise<Handed>;

/** A notice of the provider, in our own terms. */
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

/** A notice that is not from the provider, arrives too late, or cannot be read. */
export class SmsNoticeRefused extends Error {
  override readonly name = 'SmsNoticeRefused';
  readonly reason: 'forged' | 'late' | 'unreadable';

  constructor(reason: SmsNoticeRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}
