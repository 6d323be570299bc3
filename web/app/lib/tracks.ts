import { type Style, Styles } from '#contract/drafts.ts';

/**
 * The versions of a face that people compare. The untreated photo comes first. The styles follow, from the least to the
 * most visible.
 */
export const Tracks = ['untreated', ...Styles] as const;
export type Track = (typeof Tracks)[number];

export const isStyle = (track: Track): track is Style => track !== 'untreated';
