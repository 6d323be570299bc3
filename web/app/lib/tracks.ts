import { type Style, Styles } from '#contract/drafts.ts';

/**
 * The versions of a face that people compare. The untreated photo is the first one. After it come the styles, from the
 * least to the most visible one.
 */
export const Tracks = ['untreated', ...Styles] as const;
export type Track = (typeof Tracks)[number];

export const isStyle = (track: Track): track is Style => track !== 'untreated';
