import * as z from 'zod';
import { isWhole } from './audit/audit.ts';
import type { Context } from './context.ts';
import { rewrapKeys } from './crypto/person-keys.ts';
import { withSystem } from './db/db.ts';
import { forgetOldKeys } from './idempotency/once.ts';
import { renewTestSubscriptions } from './payments/test-checkout/renew.ts';
import { forgetUnsent } from './mail/forget-unsent.ts';
import { forgetHandledEvents } from './outbox/create-outbox.ts';
import { rewrapStopKey } from './sms/stops.ts';

const DAY_MS = 86_400_000;
const EVENTS_KEPT_DAYS = 7;
/** Number of days for which emails that could not be sent are stored. */
const UNSENT_KEPT_DAYS = 30;
/**
 * Number of days for which the states of text messages are stored. Reminders are sent a day before an appointment, and
 * people complain about a message within weeks of that.
 */
const SMS_KEPT_DAYS = 90;
/** Number of days for which audit entries are stored. The privacy policy states twelve months. */
const AUDIT_KEPT_DAYS = 365;
const Nothing = z.object({});

/**
 * Defines the platform's own jobs. The jobs delete data that is no longer needed, rewrap keys, and sign and check the
 * audit log. With the test checkout, a job also renews subscriptions.
 */
export function defineUpkeep({ jobs, photos, system, clock, log, config, audit, payments, outbox }: Context): void {
  if (payments.provider === 'test')
    jobs.define('platform.renewTestSubscriptions', Nothing, () => renewTestSubscriptions({ system, outbox, clock }), {
      cron: '7 * * * *',
    });

  jobs.define(
    'platform.sweepOrphans',
    Nothing,
    async () => {
      const removed = await photos.sweepOrphans();
      if (removed > 0) log.info({ removed }, 'objects without a photo removed');
    },
    { cron: '17 * * * *' },
  );

  jobs.define(
    'platform.forget',
    Nothing,
    async () => {
      await withSystem(system, (tx) => forgetOldKeys(tx, clock.now()));
      await system
        .deleteFrom('refusal_counts')
        .where('hour', '<', new Date(clock.now().getTime() - 2 * DAY_MS))
        .execute();
      await system
        .deleteFrom('sms_messages')
        .where('created_at', '<', new Date(clock.now().getTime() - SMS_KEPT_DAYS * DAY_MS))
        .execute();
      await forgetHandledEvents(system, new Date(clock.now().getTime() - EVENTS_KEPT_DAYS * DAY_MS));
      await forgetUnsent(system, new Date(clock.now().getTime() - UNSENT_KEPT_DAYS * DAY_MS));
    },
    { cron: '41 3 * * *' },
  );

  jobs.define(
    'platform.rewrapKeys',
    Nothing,
    async () => {
      while ((await withSystem(system, (tx) => rewrapKeys(tx, config.photoMasterKeys))) > 0);
      await withSystem(system, (tx) => rewrapStopKey(tx, config.photoMasterKeys));
    },
    { cron: '11 4 * * *' },
  );

  jobs.define(
    'platform.forgetAudit',
    Nothing,
    async () => {
      const forgotten = await audit.forget(new Date(clock.now().getTime() - AUDIT_KEPT_DAYS * DAY_MS));
      if (forgotten > 0) log.info({ forgotten }, 'entries of the audit log were let go');
    },
    { cron: '17 4 * * *' },
  );

  jobs.define('platform.signAudit', Nothing, () => audit.signHead(), { cron: '*/5 * * * *' });

  jobs.define(
    'platform.verifyAudit',
    Nothing,
    async () => {
      const state = await audit.verifyChain();
      const { entries, brokenAt, forgedHeads } = state;
      if (isWhole(state)) log.info({ entries }, 'the audit log holds');
      else log.fatal({ brokenAt, forgedHeads }, 'the audit log was tampered with');
    },
    { cron: '23 4 * * *' },
  );
}
