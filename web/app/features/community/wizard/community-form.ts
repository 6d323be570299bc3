import type { Visibility } from '#contract/community/terms.ts';
import { CommunityLimits } from '#contract/community/terms.ts';

export interface Picture {
  id: string;
  url: string;
}

export interface CommunityForm {
  name: string;
  /** The part of the URL that names the community. The founder types it only if it cannot be derived from the name. */
  slug: string;
  description: string;
  banner: Picture | null;
  icon: Picture | null;
  themes: string[];
  visibility: Visibility;
}

export const emptyForm: CommunityForm = {
  name: '',
  slug: '',
  description: '',
  banner: null,
  icon: null,
  themes: [],
  visibility: 'open',
};

/**
 * Derives the slug, which is part of the community's URL, from a name. The slug is lower case and has no accents. Each
 * run of characters other than letters and digits becomes one dash. Dashes at both ends are removed.
 */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

export type FormFault = 'name' | 'slug' | 'description';

/** Returns the invalid fields of step 1. The service checks them again. */
export function faultsOf(form: CommunityForm): FormFault[] {
  const { name, description } = form;
  return [
    ...(name.trim().length < CommunityLimits.name.min ? (['name'] as const) : []),
    ...(slugOf(form.slug || name).length < CommunityLimits.slug.min ? (['slug'] as const) : []),
    ...(description.trim().length < CommunityLimits.description.min ? (['description'] as const) : []),
  ];
}
