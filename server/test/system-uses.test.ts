import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../src');

/**
 * Files that may use the login that sees every row. Each line is a deliberate decision. Add a file only for work that
 * no user requests (a job, an event, a webhook), or give the reason why neither `withUser` nor `withStaff` can do the
 * work.
 */
const byNobody: Readonly<Record<string, readonly string[]>> = {
  'the platform itself': [
    'platform/audit/audit.ts',
    'platform/create-platform.ts',
    'platform/outbox/create-outbox.ts',
    'platform/outbox/deliver.ts',
    'platform/refusals/refusal-watch.ts',
    'platform/sms/create-sms.ts',
    'platform/sms/webhook-route.ts',
    'platform/storage/photo-removal.ts',
    'platform/storage/sweep-orphans.ts',
    'platform/upkeep.ts',
  ],
  'notices of the payment provider, and the test checkout that stands in for it': [
    'platform/payments/create-payments.ts',
    'platform/payments/inbox.ts',
    'platform/payments/test-checkout/create-test-gateway.ts',
    'platform/payments/test-checkout/pay-page.ts',
    'platform/payments/test-checkout/renew.ts',
    'platform/payments/test-checkout/test-checkout-route.ts',
  ],
  'jobs and events': [
    'domains/appointments/erased-refunds.ts',
    'domains/appointments/desk/follow-visit.ts',
    'domains/appointments/follow-balance.ts',
    'domains/appointments/follow-contact.ts',
    'domains/appointments/follow-dispute.ts',
    'domains/appointments/jobs.ts',
    'domains/appointments/alternatives/lapse-alternatives.ts',
    'domains/appointments/announce-offers.ts',
    'domains/appointments/announce-unable.ts',
    'domains/appointments/announce-unread.ts',
    'domains/appointments/lapse-offers.ts',
    'domains/appointments/payment-pages.ts',
    'domains/appointments/refunds.ts',
    'domains/appointments/remind-by-sms.ts',
    'domains/appointments/remind.ts',
    'domains/appointments/reviews/expire-reviews.ts',
    'domains/appointments/reviews/follow-done.ts',
    'domains/appointments/settle-change.ts',
    'domains/appointments/sms-answers.ts',
    'domains/appointments/take-payment.ts',
    'domains/appointments/waiting/offer-freed.ts',
    'domains/appointments/waiting/end-without-practitioner.ts',
    'domains/appointments/waiting/settle-offers.ts',
    'domains/appointments/waiting/tell-offer.ts',
    'domains/billing/book-missing.ts',
    'domains/billing/follow-subscription.ts',
    'domains/billing/forget-books.ts',
    'domains/billing/index.ts',
    'domains/billing/issue-invoice.ts',
    'domains/billing/reconcile.ts',
    'domains/billing/refund-payments.ts',
    'domains/billing/restore-credit.ts',
    'domains/billing/tell-renewal.ts',
    'domains/billing/withdraw.ts',
    'domains/billing/payment-hold.ts',
    'domains/billing/unwanted.ts',
    'domains/bookings/hold.ts',
    'domains/bookings/calendars/read-busy.ts',
    'domains/care/hold-payments.ts',
    'domains/care/jobs.ts',
    'domains/care/outcomes.ts',
    'domains/community/answer-clock.ts',
    'domains/community/digest.ts',
    'domains/community/end-channel.ts',
    'domains/community/holds.ts',
    'domains/community/jobs.ts',
    'domains/community/spread-news.ts',
    'domains/community/tell-decision.ts',
    'domains/evidence/index.ts',
    'domains/evidence/measure-outcomes.ts',
    'domains/evidence/report.ts',
    'domains/identity/invited.ts',
    'domains/identity/sms/take-reply.ts',
    'domains/imports/invite-imported.ts',
    'domains/imports/jobs.ts',
    'domains/imports/run-import.ts',
    'domains/imports/undo-import.ts',
    'domains/intake/jobs.ts',
    'domains/notifications/digest/send-digests.ts',
    'domains/notifications/jobs.ts',
    'domains/notifications/push/send-push.ts',
    'domains/notifications/tell-person.ts',
    'domains/privacy/build-export.ts',
    'domains/progress/earn-achievements.ts',
    'domains/progress/shared-score.ts',
    'domains/simulation/flow/fetch-timestamps.ts',
    'domains/simulation/flow/return-cases.ts',
    'domains/simulation/flow/watch-due-times.ts',
    'domains/simulation/forget-patients.ts',
    'domains/simulation/open-case.ts',
    'domains/simulation/treatment/photos.ts',
    'domains/simulation/withdraw-cases.ts',
    'domains/video/cancel-visit.ts',
    'domains/video/jobs.ts',
    'domains/video/remind-visits.ts',
  ],
};

const byCallers: Readonly<Record<string, readonly string[]>> = {
  'a browser without an account: the secret of its lead decides': [
    'domains/intake/attach-lead-files.ts',
    'domains/intake/claim-lead-secure.ts',
    'domains/intake/insert-answers.ts',
    'domains/intake/show-lead.ts',
    'domains/intake/start-lead.ts',
    'domains/intake/upload-lead-photo.ts',
    'domains/intake/upsert-lead-open.ts',
    'domains/intake/withdraw-lead.ts',
  ],
  'a signed link, a secret link or a printed code decides, and the caller may be anybody': [
    'domains/bookings/calendars/feed-route.ts',
    'domains/community/images.ts',
    'domains/community/leave-digest.ts',
    'domains/progress/friends.ts',
    'domains/simulation/flow/get-shared-simulation.ts',
    'domains/simulation/flow/verify-signature.ts',
    'platform/storage/create-photo-store.ts',
  ],
  'pictures are sealed with the key of a person, which no role of a person may read': [
    'domains/identity/own/avatar.ts',
    'domains/identity/own/name-tags.ts',
    'domains/imports/import-photo.ts',
    'platform/storage/archive-store.ts',
    'platform/storage/photo-store.ts',
  ],
  'one step changes rows that the caller may see and not change': [
    'domains/appointments/direct/cancel-direct.ts',
    'domains/appointments/direct/take-appointment.ts',
    'domains/appointments/reviews/answer-review.ts',
    'domains/appointments/waiting/my-waits.ts',
    'domains/billing/start-checkout.ts',
    'domains/notifications/push/subscriptions.ts',
    'domains/privacy/erase-account.ts',
    'domains/simulation/flow/ask-reopening.ts',
    'domains/simulation/flow/reopen-case.ts',
    'domains/simulation/flow/request-redo.ts',
    'domains/simulation/flow/request-simulation.ts',
  ],
  'what a patient agreed to follows from details that patients may not read': ['domains/appointments/accept-quote.ts'],
  'only a count, or what somebody chose to show': [
    'domains/appointments/direct/list-direct-services.ts',
    'domains/billing/experiment.ts',
    'domains/progress/rewards.ts',
    'platform/storage/measure-store.ts',
  ],
  'administrators look at queues and try again': [
    'domains/appointments/share-statement.ts',
    'domains/appointments/shares.ts',
    'domains/billing/admin-ledger.ts',
    'domains/billing/admin-payments.ts',
    'domains/operations/try-again.ts',
  ],
};

const USES =
  /\bwithSystem\(|\bSystemDb\b|(?:ctx|parts|context|database)\.system\b|'system'\s*\||\{[^}\n]*\bsystem\b[^}\n]*\}:/;
/** Files that create this login. */
const MAKERS = ['platform/db/db.ts', 'platform/context.ts'];

test('trust 7: the database login that sees every row is used only in the listed files', () => {
  const using = globSync('{platform,domains}/**/*.ts', { cwd: SOURCES })
    .filter((file) => !file.endsWith('.test.ts') && !MAKERS.includes(file))
    .filter((file) => USES.test(readFileSync(join(SOURCES, file), 'utf8')));
  expect(using.sort()).toEqual([...Object.values(byNobody), ...Object.values(byCallers)].flat().sort());
});
