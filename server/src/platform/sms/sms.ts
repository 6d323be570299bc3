import type { Db, Tx } from '../db/db.ts';

/**
 * A text message that is ready to be sent. It contains no health data, because locked screens show it and every network
 * on its way can read it.
 */
export interface SmsMessage {
  /** UUID under which the state of the message is stored. */
  readonly id: string;
  readonly user_id: string;
  /** Phone number in E.164 format: +33612345678. */
  readonly to: string;
  readonly text: string;
  /** ISO instant after which the message is no longer useful and is not sent. */
  readonly until: string;
  /** Set for the single reply to STOP, which confirms the STOP. Any other message to a stopped number is dropped. */
  readonly answers_stop?: true;
}

export interface Sms {
  /** False if there is neither a provider nor the development mailbox for text messages. */
  readonly isOn: boolean;
  /**
   * Queues a message in the outbox. With a transaction as `tx`, it is sent only if the transaction commits. A second
   * message with the same `key` is dropped. If the provider is down, sending is tried again until the time in `until`.
   * Throws if `isOn` is false.
   */
  send(tx: Db | Tx, message: SmsMessage, options?: { key?: string }): Promise<void>;
  /**
   * Drops all messages to this person that were not sent yet. A message waits, for example, while the provider is down.
   */
  drop(tx: Db | Tx, userId: string): Promise<void>;
  /**
   * Stops all messages to this number until `start` is called for it, even if another account confirms the number. `at`
   * is the time at which the holder of the number sent STOP.
   */
  stop(tx: Tx, number: string, at: Date): Promise<void>;
  start(tx: Tx, number: string, at: Date): Promise<void>;
  isStopped(number: string): Promise<boolean>;
}

/**
 * The response of a provider. It is the provider's id for the message, or the reason why the provider will never accept
 * the message.
 */
export type Handed = { readonly provider_id: string } | { readonly fault: string };

/** Sends one message. Throws if sending should be tried again. */
export type SmsCarrier = (message: SmsMessage) => Promise<Handed>;

/** A webhook event of the provider, translated into a form that does not depend on the provider. */
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

/** A webhook event that did not come from the provider, arrived too late, or cannot be read. */
export class SmsNoticeRefused extends Error {
  override readonly name = 'SmsNoticeRefused';
  readonly reason: 'forged' | 'late' | 'unreadable';

  constructor(reason: SmsNoticeRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}
