const billing = 'server/src/domains/billing/';
const appointments = 'server/src/domains/appointments/';
const simulation = 'server/src/domains/simulation/';
const community = 'server/src/domains/community/';
const evidence = 'server/src/domains/evidence/';
const data = 'engine/data/clinical/';

/** Files in which the tests must notice a fault in any line, each with its tests. The quick tests come first. */
export const guarded: Readonly<Record<string, readonly string[]>> = {
  // Doses and recipes
  'engine/src/dose-response.ts': ['engine/src/recipe.test.ts'],
  'engine/src/recipe.ts': ['engine/src/recipe.test.ts'],
  'engine/src/presets.ts': ['engine/src/recipe.test.ts'],
  'engine/src/injection-map.ts': ['engine/src/injection-map.test.ts'],
  'engine/src/plan/intervals.ts': ['engine/src/plan/plan.test.ts'],
  'engine/src/plan/plan-faults.ts': ['engine/src/plan/plan.test.ts'],
  'engine/src/plan/planned.ts': ['engine/src/plan/plan.test.ts'],
  'engine/src/plan/propose-sessions.ts': ['engine/src/plan/plan.test.ts'],
  'engine/src/warp/pins.ts': ['engine/src/warp/pins.test.ts'],
  // Contraindications, conditions for a signature (gates), and the signature
  [`${data}contraindications.json`]: ['engine/src/contraindications.test.ts'],
  [`${data}classes.json`]: ['engine/src/clinical.test.ts', 'engine/src/plan/plan.test.ts'],
  [`${data}intervals.json`]: ['engine/src/clinical.test.ts', 'engine/src/plan/plan.test.ts'],
  [`${data}treatments.json`]: ['engine/src/clinical.test.ts', 'engine/src/recipe.test.ts'],
  'engine/src/clinical.ts': ['engine/src/contraindications.test.ts', 'engine/src/clinical.test.ts'],
  'engine/src/gates.ts': ['engine/src/gates.test.ts'],
  'server/src/domains/care/contraindications.ts': ['server/src/domains/care/care.test.ts'],
  [`${simulation}assert-gates.ts`]: [`${simulation}gates.test.ts`],
  [`${simulation}seal.ts`]: [`${simulation}seal.test.ts`],
  [`${simulation}sealed-content.ts`]: [
    `${simulation}sealed-content.test.ts`,
    `${simulation}seal.test.ts`,
    `${simulation}signed-stays.test.ts`,
    `${simulation}skin-score/skin-score.test.ts`,
  ],
  [`${simulation}sign-and-publish.ts`]: [`${simulation}sign-and-publish.test.ts`],
  'server/src/domains/identity/prove-signature.ts': [`${simulation}prove-signature.test.ts`],
  // Prices, payments, offers and refunds
  [`${billing}entitlements.ts`]: [`${billing}billing.test.ts`, `${billing}plan.test.ts`],
  [`${billing}plan.ts`]: [`${billing}plan.test.ts`],
  [`${billing}vat.ts`]: [`${billing}invoice.test.ts`],
  [`${billing}benefits.ts`]: [`${billing}benefits.test.ts`],
  [`${billing}payment-hold.ts`]: [
    `${billing}payment-hold.test.ts`,
    'server/src/domains/care/payment-hold.test.ts',
    'server/test/talk-first.test.ts',
  ],
  [`${billing}change-plan.ts`]: [`${billing}subscription.test.ts`, 'server/test/talk-first.test.ts'],
  [`${billing}start-checkout.ts`]: [`${billing}start-checkout.test.ts`, 'server/test/talk-first.test.ts'],
  'server/src/domains/care/hold-payments.ts': ['server/src/domains/care/payment-hold.test.ts'],
  [`${appointments}figures.queries.ts`]: [`${appointments}figures.test.ts`],
  [`${appointments}withhold-small.ts`]: [`${appointments}withhold-small.test.ts`],
  [`${appointments}snooze.ts`]: [`${appointments}snooze.test.ts`, `${appointments}reconcile.test.ts`],
  [`${appointments}assign-inbox.ts`]: [`${appointments}snooze.test.ts`, `${appointments}reconcile.test.ts`],
  [`${appointments}inbox.ts`]: [
    `${appointments}snooze.test.ts`,
    `${appointments}reconcile.test.ts`,
    `${appointments}admin-panel.test.ts`,
    `${appointments}disputes.test.ts`,
  ],
  [`${appointments}offer-time.ts`]: [`${appointments}offer-to-payment.test.ts`],
  [`${appointments}make-offer.ts`]: [`${appointments}offers.test.ts`, `${appointments}offer-to-payment.test.ts`],
  [`${appointments}lapse-offers.ts`]: [`${appointments}offers.test.ts`, `${appointments}offer-to-payment.test.ts`],
  'contract/src/quote.ts': ['contract/src/quote.test.ts'],
  [`${appointments}may-be-paid.ts`]: [`${appointments}devis.test.ts`],
  [`${appointments}shares.ts`]: [`${appointments}shares.test.ts`],
  [`${appointments}shares.queries.ts`]: [`${appointments}shares.test.ts`],
  [`${appointments}share-statement.ts`]: [`${appointments}shares.test.ts`],
  [`${appointments}open-payment.ts`]: [
    `${appointments}devis.test.ts`,
    `${appointments}offers.test.ts`,
    `${appointments}offer-to-payment.test.ts`,
    'server/test/talk-first.test.ts',
  ],
  [`${appointments}take-payment.ts`]: [`${appointments}offer-to-payment.test.ts`, `${appointments}books.test.ts`],
  [`${appointments}set-status.ts`]: [`${appointments}cancelling.test.ts`, `${appointments}admin-panel.test.ts`],
  [`${appointments}undo-status.ts`]: [`${appointments}cancelling.test.ts`, `${appointments}admin-panel.test.ts`],
  [`${appointments}settle-change.ts`]: [`${appointments}cancelling.test.ts`, `${appointments}disputes.test.ts`],
  'contract/src/cancellation.ts': [`${appointments}cancelling.test.ts`],
  [`${appointments}sale.ts`]: [`${appointments}sale.test.ts`],
  [`${appointments}vat-of-act.ts`]: [`${appointments}sale.test.ts`],
  [`${billing}fec.ts`]: [`${billing}fec.test.ts`],
  [`${billing}fec-opening.ts`]: [`${billing}fec.test.ts`],
  [`${billing}carry-books.ts`]: [`${billing}forget-books.test.ts`],
  [`${billing}fec-letters.ts`]: [`${billing}fec.test.ts`],
  [`${appointments}refunds.ts`]: [
    `${appointments}refunds.test.ts`,
    `${appointments}disputes.test.ts`,
    `${appointments}books.test.ts`,
    `${appointments}offer-to-payment.test.ts`,
  ],
  // Published results
  [`${evidence}pool.ts`]: [`${evidence}pool.test.ts`],
  [`${evidence}student.ts`]: [`${evidence}pool.test.ts`],
  [`${evidence}choose-photo.ts`]: [`${evidence}choose-photo.test.ts`],
  [`${evidence}given.ts`]: [`${evidence}choose-photo.test.ts`],
  // Visibility and access
  'contract/src/access.ts': ['server/src/domains/identity/policy.test.ts'],
  'server/src/domains/identity/policy.ts': ['server/src/domains/identity/policy.test.ts'],
  [`${community}library.ts`]: [`${community}library.test.ts`],
  [`${community}open-to-web.ts`]: [`${community}library.test.ts`],
  [`${community}viewer.ts`]: [
    `${community}viewer.test.ts`,
    `${community}visibility.test.ts`,
    `${community}suspended-moderator.test.ts`,
  ],
  [`${community}may-write.ts`]: [`${community}may-write.test.ts`, `${community}writing.test.ts`],
  [`${community}read-post.ts`]: [
    `${community}read-post.test.ts`,
    `${community}judged-version.test.ts`,
    `${community}moderation.test.ts`,
    `${community}visibility.test.ts`,
  ],
};
