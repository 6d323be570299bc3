import type { Logger } from 'pino';
import type { Audit } from './audit/audit.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Db, SystemDb } from './db/db.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { PaymentGateway } from './payments/gateway.ts';
import type { Personal } from './personal/create-personal.ts';
import type { Listener } from './realtime/listener.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Sms } from './sms/sms.ts';
import type { ArchiveStore } from './storage/archive-store.ts';
import type { ErasureMarks } from './storage/erasure-marks.ts';
import type { PhotoStore } from './storage/photo-store.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { Workers } from './workers/workers.ts';

/**
 * Everything that a use case may use besides its own arguments. main.ts builds the context once and passes it down.
 * Tests build it with `aWorld()`, which replaces the outside services with fakes. There are no module-level singletons.
 */
export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly clock: Clock;
  /** The database, opened with the login for requests. A transaction on it can never act as the service itself. */
  readonly db: Db;
  /**
   * The database, opened with the service's own login, which sees every row. It is only for jobs, events, webhooks, and
   * the uses that `system-uses.test.ts` lists.
   */
  readonly system: SystemDb;
  readonly photos: PhotoStore;
  readonly archives: ArchiveStore;
  readonly erasures: ErasureMarks;
  readonly mail: Mailer;
  readonly sms: Sms;
  readonly payments: PaymentGateway;
  readonly jobs: Jobs;
  /** Worker threads for work that takes much processor time. The main thread can then continue to answer requests. */
  readonly workers: Workers;
  readonly outbox: Outbox;
  readonly realtime: Realtime;
  readonly audit: Audit;
  readonly personal: Personal;
  /**
   * Notifications that the database sends to every process. A process uses them to update the state in its memory.
   * Domains subscribe to the notifications while they register.
   */
  readonly notices: Pick<Listener, 'on'>;
}
