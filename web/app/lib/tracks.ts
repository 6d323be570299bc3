import { type Style, Styles } from '#contract/drafts.ts';

/**
 * The versions of a face that people compare. The untreated photo is first, followed by the styles from the least to
 * the most visible.
 */
export const Tracks = ['untreated', ...Styles] as const;
export type Track = (typeof Tracks)[number];

export const isStyle = (track: Track): track is Style => track !== 'untreated';
