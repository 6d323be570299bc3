import { type AnyPhoto, Poses } from '#contract/intake.ts';
import type { MyCase } from '#contract/cases.ts';
import { newestCase } from '#web/lib/choose-case.ts';

/**
 * The state that the page shows at the top. Its texts are `dashboard:headline.<kind>` and `dashboard:reason.<kind>`.
 */
export type HeadlineKind =
  | 'confirm_email'
  | 'no_consent'
  | 'withdrawn'
  | 'no_photos'
  | 'missing_poses'
  | 'no_birth_date'
  | 'opening'
  | 'photos_asked'
  | 'received'
  | 'received_late'
  | 'in_review'
  | 'in_review_late'
  | 'published'
  | 'seal_broken'
  | 'earlier';

/**
 * The next step for the person. `wait` shows a text without a button. `none` shows neither, because the notice below
 * contains the instructions.
 */
export type NextAction =
  | 'wait'
  | 'none'
  | 'give_birth_date'
  | 'answer_health'
  | 'agree'
  | 'take_photos'
  | 'take_missing'
  | 'retake'
  | 'see_simulation'
  | 'get_help'
  | 'to_newest';

export interface Standing {
  isEmailConfirmed: boolean;
  /**
   * Whether the person consents to a doctor's work on their photos and answers. It is false after the person has
   * withdrawn the consent.
   */
  hasConsent: boolean;
  photos: readonly Pick<AnyPhoto, 'pose'>[];
  /** The cases, newest first. */
  cases: readonly Pick<MyCase, 'id' | 'status' | 'published_at' | 'due_at' | 'photo_request'>[];
  /** Whether the account has no birth date. */
  needsBirthDate: boolean;
  /** Whether the nine health questions are still unanswered. */
  needsHealth: boolean;
  /** Whether the address contains the id of a case other than the newest. */
  isEarlier: boolean;
  /** Whether the signature of the shown simulation is still valid. It is undefined if there is no simulation. */
  isIntact: boolean | undefined;
  now: number;
}

export interface Headline {
  kind: HeadlineKind;
  action: NextAction;
}

const actions: Record<HeadlineKind, NextAction> = {
  confirm_email: 'wait',
  no_consent: 'agree',
  withdrawn: 'agree',
  no_photos: 'take_photos',
  missing_poses: 'take_missing',
  no_birth_date: 'give_birth_date',
  opening: 'retake',
  photos_asked: 'none',
  received: 'retake',
  received_late: 'wait',
  in_review: 'wait',
  in_review_late: 'wait',
  published: 'see_simulation',
  seal_broken: 'get_help',
  earlier: 'to_newest',
};

export function headlineOf(standing: Standing): Headline {
  const kind = kindOf(standing);
  if (standing.needsBirthDate && (kind === 'photos_asked' || beforeSignature.has(kind)))
    return { kind, action: 'give_birth_date' };
  if (standing.needsHealth && beforeSignature.has(kind)) return { kind, action: 'answer_health' };
  return { kind, action: actions[kind] };
}

/**
 * The states before a signature. The headline asks for the birth date and the health answers first, because the doctor
 * needs them before signing. In the state `photos_asked` it asks only for the birth date, because photos that the doctor
 * has requested are more urgent than the health answers.
 */
const beforeSignature: ReadonlySet<HeadlineKind> = new Set([
  'opening',
  'received',
  'received_late',
  'in_review',
  'in_review_late',
]);

function kindOf({ cases, isEarlier, isIntact, now, ...person }: Standing): HeadlineKind {
  // A plan whose text does not match its signature must not be trusted. This rule applies to the current case and to
  // earlier cases.
  if (isIntact === false) return 'seal_broken';
  if (isEarlier) return 'earlier';
  const newest = newestCase(cases, person.hasConsent);
  // After the patient gave the consent again, a case opens in place of a withdrawn one only if the plan includes another
  // simulation. Without it, the published case is shown.
  const isBack = newest?.status === 'withdrawn' && person.hasConsent && cases.some((one) => one.status === 'published');
  if (newest?.status === 'published' || isBack) return 'published';
  if (newest?.photo_request) return 'photos_asked';
  if (newest?.status === 'received' || newest?.status === 'in_review')
    return new Date(newest.due_at).getTime() > now ? newest.status : `${newest.status}_late`;
  return beforeACase(person, newest !== undefined);
}

/**
 * Returns the state for the first missing condition of a new case: a confirmed email address, consent, a photo of every
 * pose, or the birth date. If none is missing, returns 'opening'.
 */
function beforeACase(
  {
    isEmailConfirmed,
    hasConsent,
    photos,
    needsBirthDate,
  }: Pick<Standing, 'isEmailConfirmed' | 'hasConsent' | 'photos' | 'needsBirthDate'>,
  isWithdrawn: boolean,
): HeadlineKind {
  if (!isEmailConfirmed) return 'confirm_email';
  if (!hasConsent) return isWithdrawn ? 'withdrawn' : 'no_consent';
  if (photos.length === 0) return 'no_photos';
  if (missingPoses(photos).length > 0) return 'missing_poses';
  return needsBirthDate ? 'no_birth_date' : 'opening';
}

export function missingPoses(photos: readonly Pick<AnyPhoto, 'pose'>[]) {
  return Poses.filter((pose) => !photos.some((photo) => photo.pose === pose));
}
