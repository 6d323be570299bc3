import type { CaseBackground } from '#contract/care.ts';
import { HistoryQuestions } from '#contract/care.ts';
import { type Rendering, Styles } from '#contract/drafts.ts';
import { ADULT_AGE_YEARS } from '#contract/age.ts';
import { type PhotoEntry, type Pose, Poses } from '#contract/intake.ts';
import { lastDayOf, validUntil } from '#contract/plan-days.ts';
import { nothingStated } from '#contract/safety.ts';
import type { HealthAnswers } from '#engine/clinical.ts';
import { type Gate, openGates, type Signing } from '#engine/gates.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { dayIn } from '#web/lib/day.ts';
import { type DraftContent, statedIn } from '../draft/draft.ts';
import { drawable } from '../treatment/treatments.ts';

type Picture = Pick<Rendering, 'pose' | 'style' | 'is_seen' | 'marks'>;

/** A line of the review: a condition that the plan must meet before it is signed. A line is open or resolved. */
export interface GateLine extends Gate {
  key: string;
  isOpen: boolean;
}

/**
 * Returns the input for the checks before signing. The service runs the same checks. An image that is not drawn yet
 * counts as unseen.
 */
export function signingOf(
  content: DraftContent,
  {
    history,
    earlier_treatments,
    received_doses,
  }: Pick<CaseBackground, 'history' | 'earlier_treatments' | 'received_doses'>,
  {
    age_years,
    photos,
    pictures,
  }: {
    age_years: number | null;
    photos: readonly Pick<PhotoEntry, 'id' | 'pose'>[];
    pictures: readonly Picture[];
  },
  now: number,
): Signing {
  const { recipes, plan, markings } = content;
  const isSeen = (pose: Pose, style: string) =>
    pictures.some((picture) => picture.pose === pose && picture.style === style && picture.is_seen);
  return {
    recipes: Object.fromEntries(Styles.map((style) => [style, drawable(recipes[style])])),
    items: plan.items,
    sessions: plan.sessions ?? [],
    last_day: lastDayOf(validUntil(new Date(now), plan.valid_months)),
    injections: markings.injections.flatMap(({ treatment, side, dose, pose, photo_id }) => {
      const is_confirmed = photos.some((photo) => photo.pose === pose && photo.id === photo_id);
      return isTreatmentName(treatment) ? [{ treatment, side, dose, pose, is_confirmed }] : [];
    }),
    is_adult: age_years === null ? null : age_years >= ADULT_AGE_YEARS,
    health: history
      ? (Object.fromEntries(
          HistoryQuestions.map((question) => [question, history.history.questions[question].answer]),
        ) as unknown as HealthAnswers)
      : null,
    health_details: history
      ? Object.fromEntries(HistoryQuestions.map((question) => [question, history.history.questions[question].details]))
      : {},
    stated: statedIn(plan) ?? nothingStated,
    earlier: earlier_treatments,
    received: received_doses,
    pictures: Poses.filter((pose) => photos.some((photo) => photo.pose === pose)).flatMap((pose) =>
      Styles.map((style) => ({ pose, style, is_seen: isSeen(pose, style) })),
    ),
    // `marks` is null if the image was never checked. Such an image is drawn and checked again before the doctor can
    // sign.
    artefacts: pictures.flatMap(({ pose, style, marks }) =>
      (marks ?? []).map(({ kind, is_accepted }) => ({ pose, style, kind, is_accepted })),
    ),
    today: dayIn(undefined, now),
  };
}

/**
 * All unseen images share one line. Each image with marks has one line for all of its marks, and each health question
 * has one line for its reason.
 */
const withoutNames: readonly Gate['code'][] = ['pictures_unseen', 'artefact', 'reason_missing'];
const keyOf = ({ code, about, style = '', names = [] }: Gate): string =>
  [code, about, style, ...(withoutNames.includes(code) ? [] : names)].join(' ');

/** The codes whose lines come before the reasons. */
const beforeReasons: readonly Gate['code'][] = ['age_unknown', 'under_age', 'health_untold', 'contraindicated'];

/**
 * Returns every line of the review. Resolved lines stay in the list, so that the doctor still sees the text that
 * resolved a line. If the plan states an earliest date for the first visit, this date always has a line, and so has each
 * stated reason, also when the plan no longer needs it. The patient reads both, and the doctor can remove them here.
 * `kept` contains the questions whose reasons have a line in any case. A line of a reason never changes its key or its
 * place among the other reasons, because the doctor may be typing in it.
 */
export function linesOf(signing: Signing, kept: readonly string[] = []): GateLine[] {
  const open = new Map(openGates(signing).map((gate) => [keyOf(gate), gate]));
  const unseen = signing.pictures.map((picture) => ({ ...picture, is_seen: false }));
  const artefacts = signing.artefacts.map((mark) => ({ ...mark, is_accepted: false }));
  const all = openGates({ ...signing, stated: nothingStated, pictures: unseen, artefacts });
  const { not_before: day, reasons } = signing.stated;
  const dayStated: Gate[] = day ? [{ code: 'not_before', about: '', day }] : [];
  const needed = all.filter(({ code }) => code === 'reason_missing');
  const asked = [...kept, ...reasons.map(({ question }) => question)];
  const reasonLines = HistoryQuestions.flatMap((question): Gate[] => {
    const gate = needed.find(({ about }) => about === question);
    return gate ? [gate] : asked.includes(question) ? [{ code: 'reason_missing', about: question }] : [];
  });
  const isFirst = ({ code }: Gate) => beforeReasons.includes(code);
  const after = all.filter((gate) => !isFirst(gate) && !needed.includes(gate));
  return [...all.filter(isFirst), ...reasonLines, ...after, ...dayStated].map((gate) => {
    const key = keyOf(gate);
    return { ...(open.get(key) ?? gate), key, isOpen: open.has(key) };
  });
}
