/**
 * The claims of the public reports, each with the test files that prove it. `tools/compliance/report.ts` counts the
 * tests in these files.
 */
export const controls = {
  signature: [
    'server/src/domains/simulation/sign-and-publish.test.ts',
    'server/src/domains/simulation/seal.test.ts',
    'server/src/domains/simulation/signed-stays.test.ts',
  ],
  doses: ['engine/src/clinical.test.ts', 'server/src/domains/simulation/gates.test.ts'],
  access: [
    'server/test/case-rows.test.ts',
    'server/test/care-relation.test.ts',
    'server/test/ended-access.test.ts',
    'server/test/declarations.test.ts',
  ],
  views: ['server/src/domains/privacy/access-log.test.ts', 'server/test/read-by-a-person.test.ts'],
  erasure: ['server/test/erasure.test.ts', 'server/test/personal-coverage.test.ts'],
  mails: ['server/src/domains/notifications/no-health-data.test.ts'],
  urgent: ['server/src/domains/care/care.test.ts', 'web/app/features/care/urgent/where.test.ts'],
  distress: ['server/src/domains/care/payment-hold.test.ts', 'server/test/talk-first.test.ts'],
  advertising: ['tools/checks/region-rules.test.ts', 'e2e/region-rules.e2e.ts'],
  audit: ['server/src/platform/audit/audit.test.ts'],
  backup: ['server/src/platform/db/embedded/base-backup.test.ts', 'server/test/crash.test.ts'],
  contract: ['server/src/domains/identity/consent.test.ts', 'server/src/domains/billing/withdraw.test.ts'],
} as const;
export type Control = keyof typeof controls;

export const accessibilityTests = {
  patient: ['e2e/keyboard-patient.e2e.ts', 'e2e/patient-path.e2e.ts'],
  account: ['e2e/keyboard-account.e2e.ts'],
  community: ['e2e/keyboard-community.e2e.ts', 'e2e/keyboard-moderation.e2e.ts'],
  studio: ['e2e/keyboard-studio.e2e.ts'],
  languages: ['e2e/languages.e2e.ts'],
} as const;
export type AccessibilityTest = keyof typeof accessibilityTests;
