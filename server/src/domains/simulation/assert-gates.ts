import { nothingStated } from '#contract/safety.ts';
import { PLAN_VALID_MONTHS, Styles } from '#contract/drafts.ts';
import { lastDayOf, validUntil } from '#contract/plan-days.ts';
import { openGates } from '#engine/gates.ts';
import { isTreatmentName, type Recipe } from '#engine/recipe.ts';
import { isAdult } from '#contract/age.ts';
import { findBirthDate } from '#server/domains/identity/index.ts';
import { wallTime } from '#server/platform/calendar/zone-time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CaseRow } from './cases.queries.ts';
import type { DraftRow } from './drafts.queries.ts';
import { findHealth, listEarlierTreatments, listReceivedDoses } from './health.queries.ts';
import { artefactsOf } from './marks/stored-mark.ts';
import type { VersionPictures } from './sealed-content.ts';

/**
 * Refuses the signature while a condition for signing (a gate) is not met. An open gate is an unmet condition. The page
 * for the last review before signing applies the same rules. The birth date, the health answers, the doses, the earlier
 * treatments, the renderings that the doctor has seen, and the findings of the automatic check come from the database.
 * The time comes from the service's clock. Only the doctor's time zone comes from the browser.
 * @throws Refusal GATES_OPEN with every unmet condition.
 */
export async function assertGates(
  tx: Tx,
  row: CaseRow,
  { recipes, plan, markings }: DraftRow,
  { renderings, photos }: VersionPictures,
  doctor: { readonly userId: string; readonly time_zone: string; readonly now: Date },
): Promise<void> {
  const { userId, time_zone, now } = doctor;
  const birthDate = await findBirthDate(tx, row.patient_id);
  const gates = openGates({
    recipes: Object.fromEntries(
      Styles.map((style) => [style, { treatments: recipes[style].treatments as Recipe['treatments'] }]),
    ),
    items: plan.items,
    sessions: plan.sessions ?? [],
    last_day: lastDayOf(validUntil(now, plan.valid_months ?? PLAN_VALID_MONTHS)),
    injections: (markings?.injections ?? []).flatMap((point) => {
      const { treatment, side, dose, pose, photo_id } = point;
      const is_confirmed = photos.some((photo) => photo.pose === pose && photo.id === photo_id);
      return isTreatmentName(treatment) ? [{ treatment, side, dose, pose, is_confirmed }] : [];
    }),
    is_adult: birthDate === null ? null : isAdult(birthDate, now),
    ...(await findHealth(tx, row.patient_id)),
    stated: plan.safety ?? nothingStated,
    earlier: await listEarlierTreatments(tx, row, now),
    received: await listReceivedDoses(tx, row, now),
    pictures: renderings.map(({ pose, style, seen_by }) => ({ pose, style, is_seen: seen_by === userId })),
    artefacts: renderings.flatMap((row) => artefactsOf(row, userId)),
    today: wallTime(now, time_zone).slice(0, 10),
  });
  if (gates.length > 0) throw new Refusal('GATES_OPEN', { gates });
}
