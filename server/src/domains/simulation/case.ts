import type { Answers, Pose } from '#contract/intake.ts';
import type { Style } from '#contract/drafts.ts';
import { Styles } from '#contract/drafts.ts';

const stylesByResult: Readonly<Record<Answers['result_type'], Style | null>> = {
  very_natural: 'natural',
  visible_harmony: 'harmonious',
  advanced_harmonization: 'glamour',
  unsure: null,
};

/**
 * Returns the style that matches the kind of result that the patient chose. Returns null if the patient is unsure or
 * was not asked.
 */
export const styleAskedFor = (answers: Answers | undefined): Style | null =>
  answers ? stylesByResult[answers.result_type] : null;

/** Returns true if each pose has a rendering in every style. */
export function isComplete(renderings: readonly { pose: Pose; style: Style }[], poses: readonly Pose[]): boolean {
  const made = new Set(renderings.map(({ pose, style }) => `${pose} ${style}`));
  return poses.length > 0 && poses.every((pose) => Styles.every((style) => made.has(`${pose} ${style}`)));
}
