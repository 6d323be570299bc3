/**
 * Public holidays of whole countries, for the countries of contract/src/regions.ts and for Australia. Holidays of a
 * single state, canton or province are not included; a clinic enters them as closed days of its site. The rules follow
 * the laws of 2026.
 */

const DAY_MS = 24 * 3_600_000;
/** Number of days since 1970. Days here are calendar days without a time zone. */
type Day = number;

const dayOf = (year: number, month: number, day: number): Day => Date.UTC(year, month - 1, day) / DAY_MS;
const textOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** Returns the weekday in ISO numbering, in which Monday is 1. */
export const weekdayOf = (day: Day): number => ((day + 3) % 7) + 1;

/** Returns Easter Sunday of the western church (the Gregorian rule, by the anonymous algorithm of 1876). */
function easter(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const skipped = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const at = epact + weekday - 7 * late + 114;
  return dayOf(year, Math.floor(at / 31), (at % 31) + 1);
}

/** A holiday on the same date every year. */
const on = (month: number, day: number) => (year: number) => [dayOf(year, month, day)];
const fromEaster = (days: number) => (year: number) => [easter(year) + days];
/** A holiday on the nth weekday of a month; -1 is the last one. */
const nth = (count: number, weekday: number, month: number) => (year: number) => {
  if (count < 0) {
    const last = dayOf(year, month + 1, 1) - 1;
    return [last - ((weekdayOf(last) - weekday + 7) % 7)];
  }
  const first = dayOf(year, month, 1);
  return [first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1)];
};
/** A holiday that moves to the following Monday if it is on a Sunday. */
const orMonday = (month: number, day: number) => (year: number) => {
  const at = dayOf(year, month, day);
  return [weekdayOf(at) === 7 ? at + 1 : at];
};
/**
 * A holiday with a replacement. If it is on a Saturday, the Friday before is a holiday too. If it is on a Sunday, the
 * Monday after is a holiday too.
 */
const observed = (month: number, day: number) => (year: number) => {
  const at = dayOf(year, month, day);
  const moved = { 6: at - 1, 7: at + 1 }[weekdayOf(at)];
  return moved === undefined ? [at] : [at, moved];
};
/**
 * Holidays on `days` consecutive dates. For each of these dates that is on a weekend, the next free weekday is a
 * holiday too.
 */
const substituted = (month: number, day: number, days: number) => (year: number) => {
  const first = dayOf(year, month, day);
  const all = Array.from({ length: days }, (_, index) => first + index);
  const lost = all.filter((at) => weekdayOf(at) > 5).length;
  const kept = [...all];
  for (let at = first; kept.length < days + lost; at++) if (weekdayOf(at) < 6 && !kept.includes(at)) kept.push(at);
  return kept;
};
/**
 * Holidays of the Islamic year as the Umm al-Qura calendar computes them. Countries that wait until the moon is seen may
 * begin a holiday one day later. There, the clinic adds that day to its closed days itself.
 */
const islamic = (month: number, day: number, days: number) => (year: number) => {
  const found: Day[] = [];
  const first = Temporal.PlainDate.from({ year, month: 1, day: 1 }).withCalendar('islamic-umalqura').year;
  for (const islamicYear of [first, first + 1]) {
    const at = Temporal.PlainDate.from({ calendar: 'islamic-umalqura', year: islamicYear, month, day });
    const iso = at.withCalendar('iso8601');
    for (let next = 0; next < days; next++) found.push(dayOf(iso.year, iso.month, iso.day) + next);
  }
  return found;
};

/** The Monday before 25 May. */
const victoriaDay = (year: number) => {
  const eve = dayOf(year, 5, 24);
  return [eve - ((weekdayOf(eve) + 6) % 7)];
};
/** 4 October, a holiday of Italy again since 2026. */
const saintFrancis = (year: number) => (year >= 2026 ? [dayOf(year, 10, 4)] : []);

const goodFriday = fromEaster(-2);
const easterMonday = fromEaster(1);
const ascension = fromEaster(39);
const whitMonday = fromEaster(50);
const newYear = on(1, 1);
const labourDay = on(5, 1);
const assumption = on(8, 15);
const allSaints = on(11, 1);
const christmas = on(12, 25);

type Rule = (year: number) => readonly Day[];
const rules: Readonly<Record<string, readonly Rule[]>> = {
  /**
   * Code du travail, art. L3133-1. Good Friday and 26 December are not included, because they are holidays only in
   * Alsace and Moselle (art. L3134-13).
   */
  FR: [
    newYear,
    easterMonday,
    labourDay,
    on(5, 8),
    ascension,
    whitMonday,
    on(7, 14),
    assumption,
    allSaints,
    on(11, 11),
    christmas,
  ],
  /**
   * Loi du 4 janvier 1974 relative aux jours fériés, and arrêté royal du 18 avril 1974, art. 1. An employer may replace
   * a holiday on a weekend with another day. The clinic enters that day.
   */
  BE: [
    newYear,
    easterMonday,
    labourDay,
    ascension,
    whitMonday,
    on(7, 21),
    assumption,
    allSaints,
    on(11, 11),
    christmas,
  ],
  /**
   * Bundesverfassung, art. 110(3), makes 1 August a holiday. The cantons define the others (Arbeitsgesetz, art. 20a).
   * Only these four are holidays in every canton.
   */
  CH: [newYear, ascension, on(8, 1), christmas],
  /** Code du travail, art. L. 232-2, with 9 May since the law of 25 April 2019. */
  LU: [
    newYear,
    easterMonday,
    labourDay,
    on(5, 9),
    ascension,
    whitMonday,
    on(6, 23),
    assumption,
    allSaints,
    christmas,
    on(12, 26),
  ],
  /**
   * Holidays Act (R.S.C. 1985, c. H-5), and Canada Labour Code, s. 166. 30 September, 11 November and 26 December of
   * the Code are not included, because they are holidays only of federal workplaces and of some provinces.
   */
  CA: [newYear, goodFriday, victoriaDay, orMonday(7, 1), nth(1, 1, 9), nth(2, 1, 10), christmas],
  /**
   * England and Wales. Banking and Financial Dealings Act 1971, schedule 1, para. 1. New Year's Day, the first Monday
   * of May and the replacements of days on a weekend come from royal proclamations under s. 1(3). Good Friday and
   * Christmas Day come from common law. Scotland and Northern Ireland differ.
   */
  GB: [
    substituted(1, 1, 1),
    goodFriday,
    easterMonday,
    nth(1, 1, 5),
    nth(-1, 1, 5),
    nth(-1, 1, 8),
    substituted(12, 25, 2),
  ],
  /**
   * Einigungsvertrag, art. 2(2), makes 3 October a holiday. The laws of the Länder define the others. Only these nine
   * are holidays in every Land.
   */
  DE: [newYear, goodFriday, easterMonday, labourDay, ascension, whitMonday, on(10, 3), christmas, on(12, 26)],
  /**
   * Estatuto de los Trabajadores, art. 37.2, and Real Decreto 2001/1983, art. 45. Holidays of an
   * autonomous community or a town are not included. Mondays that an autonomous community adopts in place of a holiday
   * on a Sunday are not included either.
   */
  ES: [newYear, on(1, 6), goodFriday, labourDay, assumption, on(10, 12), allSaints, on(12, 6), on(12, 8), christmas],
  /**
   * Legge 27 maggio 1949, n. 260, art. 2, with the changes of d.P.R. 792/1985 (6 January), legge 336/2000 (2 June) and
   * legge 151/2025 (4 October). Easter Sunday is not listed, because it is a Sunday anyway. The day of a town's patron
   * saint is not included.
   */
  IT: [
    newYear,
    on(1, 6),
    easterMonday,
    on(4, 25),
    labourDay,
    on(6, 2),
    assumption,
    saintFrancis,
    allSaints,
    on(12, 8),
    christmas,
    on(12, 26),
  ],
  /**
   * Cabinet Resolution No. 27 of 2024: Eid al-Fitr, the day of Arafat with Eid al-Adha, the new year of Hijra, the
   * birth of the Prophet, and the National Day. The Cabinet may move a holiday other than an Eid, and adds 30 Ramadan
   * if that month has 30 days. The clinic enters these changes.
   */
  AE: [newYear, islamic(10, 1, 3), islamic(12, 9, 4), islamic(1, 1, 1), islamic(3, 12, 1), on(12, 2), on(12, 3)],
  /** 5 U.S.C. § 6103. Inauguration Day and holidays of a single state are not included. */
  US: [
    observed(1, 1),
    nth(3, 1, 1),
    nth(3, 1, 2),
    nth(-1, 1, 5),
    observed(6, 19),
    observed(7, 4),
    nth(1, 1, 9),
    nth(2, 1, 10),
    observed(11, 11),
    nth(4, 4, 11),
    observed(12, 25),
  ],
  /**
   * Fair Work Act 2009 (Cth), s. 115(1)(a): holidays of the whole country. Holidays that states and territories add are
   * not included. These are the King's Birthday (its date differs between states), Easter Saturday, Easter Sunday,
   * Labour Day, and the weekday that replaces a holiday on a weekend (s. 115(2)).
   */
  AU: [newYear, on(1, 26), goodFriday, easterMonday, on(4, 25), christmas, on(12, 26)],
};

const known = new Map<string, ReadonlySet<string>>();

/**
 * Returns the holidays of a country in a year, as dates such as '2027-03-29'. The set is empty for a country without
 * rules.
 */
export function holidaysOf(country: string, year: number): ReadonlySet<string> {
  const key = `${country}${year}`;
  const before = known.get(key);
  if (before) return before;
  // The rules are also applied to the next year, because its 1 January may be observed on 31 December of this year.
  const days = [year, year + 1].flatMap((asked) => (rules[country] ?? []).flatMap((rule) => rule(asked)));
  const texts = days.map(textOf).filter((day) => day.startsWith(`${year}-`));
  const found = new Set(texts.sort());
  known.set(key, found);
  return found;
}
