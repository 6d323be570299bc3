import type { ReportReason } from '#contract/community.ts';

/** The severity of each reason, from 1 to 99. The queue begins with the most severe reason. */
export const severityOf: Readonly<Record<ReportReason, number>> = {
  medical_danger: 90,
  sexual_content: 80,
  illegal: 80,
  photo_without_consent: 70,
  personal_data: 70,
  harassment: 70,
  impersonation: 50,
  prescription_promotion: 50,
  community_rules: 30,
  other: 20,
  spam: 10,
};

/** Returns the most severe reason. The author learns only this reason, and therefore cannot count the reporters. */
export const gravestOf = (reasons: readonly ReportReason[]): ReportReason =>
  reasons.reduce((worst, reason) => (severityOf[reason] > severityOf[worst] ? reason : worst), reasons[0] ?? 'other');

/**
 * The thresholds for hiding a text until a moderator decides. `severe_reporters` and `reporters` are numbers of
 * different reporters.
 */
export const HoldRules = {
  /** A reason with this severity or a higher one is severe. */
  severe: 70,
  severe_reporters: 3,
  reporters: 5,
} as const;

/** Returns true if these reasons, one from each reporter, are enough to hide a text. */
export const isEnoughToHold = (reasons: readonly ReportReason[]): boolean =>
  reasons.length >= HoldRules.reporters ||
  reasons.filter((reason) => severityOf[reason] >= HoldRules.severe).length >= HoldRules.severe_reporters;
