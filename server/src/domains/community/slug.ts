import { CommunityLimits } from '#contract/community.ts';
import { fold } from './fold.ts';

/**
 * Returns the address for a name: in lower case, without accents, and with one dash for each run of other characters.
 * Returns null if fewer than three characters remain, for example because the name is in another script. The person
 * must then choose an address.
 */
export function slugOf(name: string): string | null {
  const slug = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, CommunityLimits.slug.max)
    .replace(/^-+|-+$/g, '');
  return slug.length >= CommunityLimits.slug.min ? slug : null;
}

/** Returns the nth address for a name: slug, slug-2, slug-3 and so on. */
export const nthSlug = (slug: string, n: number): string => (n === 1 ? slug : `${slug}-${n}`);

/** Addresses that our own pages use or that would mislead people. */
const RESERVED = new Set(['new', 'edit', 'admin', 'flaira', 'moderators', 'support']);
export const isReserved = (slug: string): boolean => RESERVED.has(slug);

/**
 * Returns a tag in the form that addresses use. Letters and digits of all scripts are kept. Returns null if none
 * remains.
 */
export function tagOf(title: string): string | null {
  const tag = fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return tag.length > 0 ? tag.slice(0, CommunityLimits.tag_max) : null;
}
