import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import webPush from 'web-push';
import type { Profession } from '#contract/base.ts';
import { registerDomains } from '#server/app.ts';
import { createAccount, hashPassword } from '#server/domains/identity/index.ts';
import { createAudit } from '#server/platform/audit/audit.ts';
import { createSignedHeads } from '#server/platform/audit/signed-heads.ts';
import type { Context } from '#server/platform/context.ts';
import { createService } from '#server/platform/create-service.ts';
import type { Accounts } from '#server/platform/domain.ts';
import type { Caller, SignedIn } from '#server/platform/http/caller.ts';
import { temporaryDataDir } from '#server/platform/db/embedded/temporary.ts';
import { createMailer } from '#server/platform/mail/create-mailer.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { createPayments } from '#server/platform/payments/create-payments.ts';
import type { Card } from '#server/platform/payments/test-checkout/objects.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import type { StripeAddress } from '#server/platform/payments/open-stripe.ts';
import { receiveNotice } from '#server/platform/payments/inbox.ts';
import type { UsualPace } from '#server/platform/limits/ask-for-proof.ts';
import type { WatchLimits } from '#server/platform/refusals/refusal-watch.ts';
import { createOutbox } from '#server/platform/outbox/create-outbox.ts';
import { createFolderStore } from '#server/platform/storage/folder-store.ts';
import { createWorkers } from '#server/platform/workers/create-workers.ts';
import { withoutChecks } from './without-checks.ts';
import { createPersonal } from '#server/platform/personal/create-personal.ts';
import { createSms } from '#server/platform/sms/create-sms.ts';
import { createArchiveStore } from '#server/platform/storage/archive-store.ts';
import { createErasureMarks } from '#server/platform/storage/erasure-marks.ts';
import { createPhotoStore } from '#server/platform/storage/create-photo-store.ts';
import { noTracing } from '#server/platform/tracing/tracing.ts';
import { door } from './door.ts';
import {
  capturedJobs,
  capturedNotices,
  capturedRealtime,
  type FakeClock,
  fakeClock,
  type SentJob,
  type ToldEvent,
} from './fakes.ts';
import { ownServer, type TestDatabase } from './database.ts';
import { worldDatabase } from './world-database.ts';
import { Browser } from './browser.ts';
import { type Person, people } from './people.ts';
import { openSession, sessionCookie } from './sessions.ts';

export { PASSWORD } from './people.ts';

export interface WorldOptions {
  readonly nodeEnv?: Context['config']['nodeEnv'];
  /** The moment at which the clock starts. The default is 2026-11-20T09:00Z. */
  readonly now?: Date;
  /** Address of a mail server, which replaces the mailbox. */
  readonly smtpUrl?: string;
  /** Address of a stand-in for Stripe, which replaces the test checkout. Its webhook events are signed with whsec_x. */
  readonly stripe?: StripeAddress;
  /** The origin of the site in browsers. */
  readonly publicUrl?: string;
  /** Limits for callers with many refusals. The defaults are those of production, but without delays. */
  readonly refusals?: Partial<WatchLimits>;
  /** The rate above which sign-up, reset and contact require a proof of work. By default they never do. */
  readonly pace?: UsualPace;
  /**
   * If true, the automatic check examines renderings. By default the check finds nothing, because the photos of tests
   * are plain colours without a face.
   */
  readonly checksPictures?: boolean;
  /** A timestamp service for signatures. */
  readonly timestamps?: Context['config']['timestamps'];
  /**
   * Data folder of a separate database server. The folder stays after the test. If the folder is a copy of another
   * service's data, `like` is the configuration of that service, and its keys are used.
   */
  readonly own?: { readonly dataDir: string; readonly like?: Context['config'] };
  /** The French register of health professionals. */
  readonly annuaireSante?: Context['config']['annuaireSante'];
  /** OpenID provider with which doctors may also sign in. */
  readonly openId?: Context['config']['openId'];
  /** A provider of text messages, which replaces the development mailbox. */
  readonly sms?: Context['config']['sms'];
  /** STUN and TURN servers of video visits. By default there are none. */
  readonly ice?: Context['config']['ice'];
  /** The header in which the proxy names the visitor's country. */
  readonly countryHeader?: string;
}

/**
 * The test fixture of most server tests: a whole service on an empty database, with real queries, accounts and photo
 * store. The clock moves only when a test moves it. `world.mails()` returns the emails. Jobs and live events are
 * recorded, but not run or sent. The fixture is closed when the test ends.
 */
export interface World extends Context {
  readonly clock: FakeClock;
  readonly database: TestDatabase;
  /** Queued jobs, in order. `world.jobs.runNow` runs one. */
  readonly sentJobs: SentJob[];
  /** Live events to browsers, in order. */
  readonly told: ToldEvent[];
  readonly accounts: Accounts;
  /** Sends the service a database notification on this channel. */
  notify(channel: string): void;
  /** Delivers the waiting events of the outbox, then returns all emails, oldest first. */
  mails(): Promise<Message[]>;
  /** Returns a browser without cookies that uses real HTTP. Limits per address apply to its `address`. */
  browser(address?: string): Browser;
  /** Returns a browser in which this person is signed in. */
  browserOf(caller: SignedIn, address?: string): Browser;
  patient(options?: Partial<Person>): Promise<SignedIn>;
  /** Makes a verified practitioner with a second factor, unless the options say otherwise. */
  practitioner(
    options?: Partial<Person> & { verified?: boolean; secondFactor?: boolean; profession?: Profession },
  ): Promise<SignedIn>;
  /** Makes a desk account that belongs to no clinic yet. */
  desk(options?: Partial<Person> & { secondFactor?: boolean }): Promise<SignedIn>;
  admin(options?: Partial<Person> & { secondFactor?: boolean }): Promise<SignedIn>;
  visitor(): Caller;
  /** Pays on a page of the test checkout, delivers its webhook events, and returns whether the card was accepted. */
  pay(url: string, card?: Card): Promise<boolean>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function aWorld(options: WorldOptions = {}): Promise<World> {
  const { own } = options;
  const database = await (own ? ownServer(own.dataDir) : worldDatabase());
  const dir = own?.dataDir ?? temporaryDataDir();
  const { db, system } = database;
  const clock = fakeClock(options.now);
  const log = pino({ level: 'silent' });
  const config = configFor(dir, database, options);
  const outbox = createOutbox({ system, log });
  const mail = createMailer(config, db, outbox);
  const objects = createFolderStore(join(dir, 'objects'));
  const photos = createPhotoStore({ config, system, clock, objects, outbox });
  const archives = createArchiveStore({ config, system, objects });
  const { jobs, sentJobs } = capturedJobs();
  const { realtime, told } = capturedRealtime();
  const payments = createPayments(
    { config, db, system, outbox, clock },
    (body, signature) => receiveNotice({ db, system, clock, outbox, payments }, body, signature),
    options.stripe,
  );
  const audit = createAudit(system, createSignedHeads({ objects, clock, seed: config.auditKey }), clock);
  const { notices, notify } = capturedNotices();
  const platform = {
    config,
    log,
    tracing: noTracing,
    clock,
    db,
    system,
    photos,
    archives,
    erasures: createErasureMarks(objects),
    mail,
    sms: createSms({ config, db, system, clock, outbox }),
    payments,
    jobs,
    workers: options.checksPictures ? workers : uncheckedWorkers,
    outbox,
    realtime,
    audit,
    personal: createPersonal(),
  };
  const context: Context = { ...platform, notices };
  const domains = registerDomains(context);
  const http = door(() =>
    createService({
      context,
      objects,
      ...domains,
      siteFolder: join(dir, 'no-site'),
      refusals: options.refusals ?? { delay_ms: 0 },
      pace: options.pace ?? null,
    }),
  );
  const end = async () => {
    await http.close();
    await database.close();
    if (!own) rmSync(dir, { recursive: true, force: true });
  };
  endWithTest(end);
  return {
    ...context,
    clock,
    database,
    notify,
    sentJobs,
    told,
    accounts: domains.accounts,
    ...people({
      account: (account) => createAccount(context, account, hashOnce),
      session: (userId, secondFactor) => openSession(context, userId, secondFactor),
    }),
    async pay(url, card = 'accepted') {
      const paid = await payTestPage(context, url.split('/').at(-1) ?? '', card);
      await outbox.drain();
      return paid?.page.status === 'complete' && !paid.isDeclined;
    },
    visitor: () => ({ kind: 'visitor', language: 'en' }),
    browser: (address) => new Browser(config.publicUrl, http.send, address),
    browserOf(caller, address) {
      const browser = new Browser(config.publicUrl, http.send, address);
      const cookie = sessionCookie(context, caller.sessionId);
      browser.cookies.set(cookie.name, cookie.value);
      return browser;
    },
    async mails() {
      await outbox.drain();
      return db
        .selectFrom('mailbox')
        .select(['to', 'language', 'subject', 'text', 'html'])
        .orderBy('id')
        .execute() as Promise<Message[]>;
    },
    [Symbol.asyncDispose]: end,
  };
}

/** All test fixtures of a process share these workers, so that threads and password dictionaries are loaded once. */
const workers = createWorkers();
const uncheckedWorkers = withoutChecks(workers);

const hashes = new Map<string, Promise<string>>();

/** Hashes a password once. Most accounts share one password, because one hash takes as long as a whole test. */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

function configFor(
  dir: string,
  database: TestDatabase,
  options: WorldOptions,
): Context['config'] & { auditKey: Buffer } {
  const { nodeEnv = 'test', publicUrl = 'http://flaira.test', smtpUrl, stripe, timestamps, countryHeader } = options;
  return {
    nodeEnv,
    role: 'all',
    drainMs: 0,
    port: 0,
    publicUrl,
    databaseUrl: database.appUrl,
    systemUrl: database.systemUrl,
    ownerUrl: database.ownerUrl,
    dataDir: dir,
    smtpUrl,
    countryHeader,
    annuaireSante: options.annuaireSante,
    openId: options.openId,
    ice: options.ice ?? { stunUrls: [] },
    timestamps,
    sms: options.sms,
    ...(stripe && { stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' } }),
    mailFrom: 'Flaira <care@flaira.example>',
    push: { ...webPush.generateVAPIDKeys(), services: ['127.0.0.1'] },
    storage: { kind: 'folder', dir: join(dir, 'objects') },
    sessionHours: { patient: 30 * 24, staff: 12 },
    answerHours: 48,
    questionLimits: { open: 3, week: 5 },
    guideMonths: 12,
    ...keysLike(options.own?.like),
    logLevel: 'silent',
    slowQueryMs: 500,
    // A test browser sends its address in X-Forwarded-For.
    trustProxy: true,
  };
}

const keysLike = (like: Context['config'] | undefined) => ({
  photoMasterKeys: like?.photoMasterKeys ?? { current: 'test', ring: new Map([['test', randomBytes(32)]]) },
  authSecret: like?.authSecret ?? randomUUID() + randomUUID(),
  auditKey: like?.auditKey ?? randomBytes(32),
  linkKey: like?.linkKey ?? randomBytes(32),
});

function endWithTest(end: () => Promise<void>): void {
  try {
    onTestFinished(end);
  } catch {
    // The test fixture was made in a hook and not in a test. The database is closed at the end of the file, and `await
    // using` closes the rest.
  }
}
