/**
 * A stretch of time with its marks. In the index, each text of the stretch has one of these marks. A tier without marks
 * covers all older texts.
 */
export interface Tier {
  readonly marks: readonly string[];
  /** The first instant of the stretch. */
  readonly from: Date;
  /** The first instant after the stretch. */
  readonly to: Date;
  /**
   * True for tiers of days and weeks, which are always read. If they have some matches but not enough, the older tiers
   * are read one by one. If they have few matches, the older tiers are read all at once.
   */
  readonly isNear: boolean;
}

const DAY_MS = 86_400_000;
/**
 * The lengths of the stretches, newest first: `DAYS` in days, and the constants below in weeks, quarters and years. Few
 * texts contain all words of a search for several words, so such a search begins with longer stretches.
 */
const DAYS = { one: [1, 5], several: [4, 8] } as const;
const WEEKS = [4];
const QUARTERS = [1, 1, 1];
const YEARS = [1, 1, 1, 1, 1];

const utc = (year: number, month: number, day = 1): Date => new Date(Date.UTC(year, month, day));
const startOfDay = (at: Date): Date => utc(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
/** Weeks begin on Monday. */
const startOfWeek = (at: Date): Date => new Date(startOfDay(at).getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS);
const startOfQuarter = (at: Date): Date => utc(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3);
const startOfYear = (at: Date): Date => utc(at.getUTCFullYear(), 0);

const dayMark = (at: Date): string => `=d:${at.toISOString().slice(0, 10)}`;
const quarterMark = (at: Date): string => `=q:${at.getUTCFullYear()}-${Math.floor(at.getUTCMonth() / 3) + 1}`;
const yearMark = (at: Date): string => `=y:${at.getUTCFullYear()}`;

/** By ISO 8601, a week belongs to the year of its Thursday. */
function weekMark(monday: Date): string {
  const thursday = new Date(monday.getTime() + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - utc(year, 0).getTime()) / (7 * DAY_MS));
  return `=w:${year}-${String(week).padStart(2, '0')}`;
}

/**
 * Returns stretches backwards from `until` without gaps: days, weeks, quarters, years, and the rest. For a search for
 * one word, each of the stretches of days and weeks is about five times as long as all newer stretches together. A
 * search that stops when it has enough matches then reads at most a few hundred texts too many. A search without
 * matches needs few queries.
 */
export function tiersOf(until: Date, since: Date | null, words: keyof typeof DAYS = 'one'): Tier[] {
  const tiers: Tier[] = [];
  let to = until;
  const add = (
    lengths: readonly number[],
    start: (at: Date) => Date,
    mark: (from: Date) => string,
    isNear: boolean,
  ): void => {
    for (const length of lengths) {
      const marks: string[] = [];
      let from = to;
      for (let n = 0; n < length; n++) {
        from = start(new Date(from.getTime() - 1));
        marks.push(mark(from));
      }
      tiers.push({ marks, from, to, isNear });
      to = from;
    }
  };
  add(DAYS[words], startOfDay, dayMark, true);
  add(WEEKS, startOfWeek, weekMark, true);
  add(QUARTERS, startOfQuarter, quarterMark, false);
  add(YEARS, startOfYear, yearMark, false);
  tiers.push({ marks: [], from: new Date(0), to, isNear: false });
  if (!since) return tiers;
  return tiers
    .filter((tier) => tier.to > since)
    .map((tier) => ({ ...tier, from: tier.from > since ? tier.from : since }));
}
