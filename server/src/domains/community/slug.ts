import { CommunityLimits } from '#contract/community.ts';
import { fold } from './fold.ts';

/**
 * The address of a name: lower case, without accents, one dash for each run of other characters. Null if fewer than three characters are left, as for a name
 * in another script. The person then chooses an address.
 */
export function slugOf(name: string): string | null {
  const slug = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, CommunityLimits.slug.max)
    .replace(/^-+|-+$/g, '');
  return slug.length >= CommunityLimits.slug.min ? slug : null;
}

/** The nth address of a name: slug, slug-2, slug-3 … */
export const nthSlug = (slug: string, n: number): string => (n === 1 ? slug : `${slug}-${n}`);

/** Addresses that our pages use, or that would mislead. */
const RESERVED = new Set(['new', 'edit', 'admin', 'flaira', 'moderators', 'support']);
export const isReserved = (slug: string): boolean => RESERVED.has(slug);

/** A tag as in its address. Letters of every script stay. Null if no letter is left. */
export function tagOf(title: string): string | null {
  const tag = fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return tag.length > 0 ? tag.slice(0, CommunityLimits.tag_max) : null;
}
