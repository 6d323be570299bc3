import { sql } from 'kysely';
import type { TrendingTopic } from '#contract/community/trending.ts';
import type { TreatmentKind } from '#contract/drafts.ts';
import type { NextVisit, Product } from '#contract/progress.ts';
import type { GivenScores } from '#contract/skin-score.ts';
import { classOf } from '#engine/clinical.ts';
import type { TreatmentName } from '#engine/dose-response.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import type { Context } from '#server/platform/context.ts';
import { kept } from '#server/platform/db/kept.ts';

export interface ScoredPhoto {
  readonly photo_taken_at: string;
  readonly signed_at: string;
  readonly practitioner_name: string;
  readonly overall: number;
  readonly scores: GivenScores;
}

/** The time zone that is used when the needed facts do not depend on a time zone. */
export const ANY_ZONE = 'Europe/Paris';

/**
 * Facts about a person that the database function dashboard_facts returns (see the migrations). Instants are in ISO
 * 8601 with any offset.
 */
export interface Facts {
  readonly scores: readonly ScoredPhoto[];
  readonly has_open_case: boolean;
  readonly has_signed_case: boolean;
  readonly friends: readonly { id: string; name: string; overall: number | null }[];
  readonly friends_count: number;
  readonly friend_requests: number;
  readonly settings: { monthly_target: number; achievements_public: boolean } | null;
  readonly uploads_month: number;
  readonly weekly_uploads: number[];
  /** The number of poses for which the person has a photo. */
  readonly poses: number;
  readonly photos: number;
  /** The number of different days with photos, up to seven. */
  readonly photo_days: number;
  readonly challenges_joined: number;
  readonly challenges_completed: number;
  readonly ever_completed: boolean;
  readonly ever_written: boolean;
  readonly shares_friends: number;
  readonly shares_community: number;
  /** The ids of stored achievements. */
  readonly earned: readonly string[];
  /** At most three topics, the most active first. */
  readonly topics: readonly TrendingTopic[];
  /** The next three appointments with an offered or agreed time. */
  readonly appointments: readonly (Omit<NextVisit, 'appointment_id'> & { readonly id: string })[];
  readonly rewards: readonly { reward: string; claimed_at: string; fulfilled_at: string | null }[];
  /** The kinds of treatment in the newest signed plan. */
  readonly plan_kinds: readonly TreatmentKind[] | null;
  /** Active products that are meant for a kind of treatment or for a score, in the order of the catalogue. */
  readonly products: readonly Product[];
}

/**
 * Reads all facts with one statement, so that it needs only one round trip to the database. The statement runs with the
 * person's rights and sees only the rows that this person may see.
 */
export async function readFacts(ctx: Context, userId: string, zone: string): Promise<Facts> {
  const read = sql<{ facts: Found }>`select dashboard_facts(${userId}::uuid, ${zone}, ${ctx.clock.now()}) as facts`;
  const { rows } = await kept(ctx.db, read);
  const [row] = rows;
  if (!row) throw new Error('no facts');
  const { plan_kinds, ...facts } = row.facts;
  return { ...facts, plan_kinds: plan_kinds && [...new Set(plan_kinds.map(kindOf))] };
}

/**
 * The row as the database returns it. If the signed treatment plan has visits, `plan_kinds` contains names from the
 * clinical dataset. If the plan is older and has items in free text, `plan_kinds` contains the kinds of these items.
 */
type Found = Omit<Facts, 'plan_kinds'> & { plan_kinds: readonly (TreatmentName | TreatmentKind)[] | null };
const kindOf = (name: TreatmentName | TreatmentKind): TreatmentKind =>
  isTreatmentName(name) ? classOf(name).kind : name;
