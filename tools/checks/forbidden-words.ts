import { rulesOf, type Shown } from '#contract/regions.ts';

/**
 * Forbidden phrases of public pages, in English and French. There is no pattern for prices, because a pattern cannot
 * distinguish prices of single treatments from those of plans.
 */
const signs: Readonly<Partial<Record<Shown, RegExp>>> = {
  medicines: /botox|dysport|azzalure|vistabel|bocouture|xeomin|letybo|relfydess|toxine botuli\w+|botulinum toxin/i,
  discounts:
    /[−–-]\s?\d{1,2}\s?%|\d{1,2}\s?%\s(?:off|less|de remise|de réduction)|\bdiscount|\bremises?\b(?! en)|promo code/i,
  testimonials: /Claire, 34|“[^”]{40,}”, [A-Z]\w+, \d\d/,
  before_after: /before(?: and |\/)after|avant(?: et |\/| ?– ?)après/i,
  rewards: /refer a friend|referral|parrain|cash ?back|\breward|récompense|bon d’achat|gift card/i,
};

export interface Found {
  readonly shown: Shown;
  readonly text: string;
}

/** Returns the topics in `text` that the rules of the region forbid. */
export function forbiddenIn(region: string, text: string): Found[] {
  const { show } = rulesOf(region);
  return (Object.keys(signs) as Shown[]).flatMap((shown) => {
    const match = show[shown].may ? null : signs[shown]?.exec(text);
    return match ? [{ shown, text: text.slice(Math.max(0, match.index - 40), match.index + 60) }] : [];
  });
}

/**
 * Returns the words of a page: its visible text, and the descriptions for search engines. Scripts, styles and hidden
 * elements are left out.
 */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(script|style)\b(?![^>]*ld\+json)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<meta[^>]*content="([^"]*)"[^>]*>/gi, ' $1 ')
    .replace(/<(\w+)[^>]*\shidden(?:=""|)[^>]*>[^<]*<\/\1>/gi, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\u00a0|\u202f/g, ' ')
    .replace(/\s+/g, ' ');
