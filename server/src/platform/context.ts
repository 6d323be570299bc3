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
 * Everything a use case may reach outside its own arguments. Built once in main.ts (or by `aWorld()` in tests, with fakes at
 * the same edges) and passed down; there are no module-level singletons.
 */
export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly clock: Clock;
  /** Uses the login for requests. Its transactions can never act as the service itself. */
  readonly db: Db;
  /**
   * Uses the service's own login, which sees every row. Only for jobs, events, webhooks, and the uses that
   * `system-uses.test.ts` lists.
   */
  readonly system: SystemDb;
  readonly photos: PhotoStore;
  readonly archives: ArchiveStore;
  readonly erasures: ErasureMarks;
  readonly mail: Mailer;
  readonly sms: Sms;
  readonly payments: PaymentGateway;
  readonly jobs: Jobs;
  /** Threads for work that takes processor time, so that the main thread can keep answering. */
  readonly workers: Workers;
  readonly outbox: Outbox;
  readonly realtime: Realtime;
  readonly audit: Audit;
  readonly personal: Personal;
  /** Notices from the database to every process, for state that a process keeps in memory. Domains subscribe while they register. */
  readonly notices: Pick<Listener, 'on'>;
}
