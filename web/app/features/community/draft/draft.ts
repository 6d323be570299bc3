import type { CommunityDraft } from '#contract/community/content.ts';

/** The place of the text that is being written: a post, a reply, or a change of either. */
export interface DraftPlace {
  post_id: string | null;
  parent_id: string | null;
  editing_id: string | null;
  /**
   * The community or post that the draft is for, with its name. The list of drafts shows this name if there is no
   * connection.
   */
  home?: CommunityDraft['home'];
}

export interface DraftText {
  channel_id: string | null;
  title: string;
  body: string;
  tags: string[];
}

export interface KeptDraft extends DraftPlace, DraftText {
  id: string;
  saved_at: string;
}

export const emptyText: DraftText = { channel_id: null, title: '', body: '', tags: [] };
export const newPost: DraftPlace = { post_id: null, parent_id: null, editing_id: null };

export const isBlank = ({ title, body, tags }: DraftText): boolean => !title.trim() && !body && tags.length === 0;

export const isAt =
  (place: DraftPlace) =>
  (draft: DraftPlace): boolean =>
    draft.post_id === place.post_id && draft.parent_id === place.parent_id && draft.editing_id === place.editing_id;

/** Returns the newest of the given drafts. They may come from the service and from this device. */
export function newest(...drafts: (KeptDraft | undefined)[]): KeptDraft | undefined {
  return drafts.reduce((best, one) => (one && (!best || one.saved_at > best.saved_at) ? one : best), undefined);
}
