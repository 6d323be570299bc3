import type { CommunityDraft } from '#contract/community/content.ts';
import type { MyCommunity } from '#contract/community/people.ts';
import { postPath } from '../parts/links.ts';
import type { KeptDraft } from './draft.ts';

export interface ListedDraft extends KeptDraft {
  home: CommunityDraft['home'];
  isOnService: boolean;
  /** True if this device has text that the service does not have. */
  isOnDevice: boolean;
}

type Memberships = MyCommunity['memberships'];

/** Lists each draft once, the latest first, with the text that was typed last. */
export function listed(
  service: readonly CommunityDraft[],
  device: readonly KeptDraft[],
  memberships: Memberships,
): ListedDraft[] {
  const kept = service.map((draft) => ({ ...draft, isOnService: true, isOnDevice: false }));
  const held = device.map((draft) => {
    const same = kept.find(({ id }) => id === draft.id);
    const home = same?.home ?? draft.home ?? homeOf(draft, memberships);
    return { ...draft, home, isOnService: same !== undefined, isOnDevice: !same || draft.saved_at > same.saved_at };
  });
  const isNewer = (draft: ListedDraft) => held.some(({ id, isOnDevice }) => isOnDevice && id === draft.id);
  return [...held.filter(({ isOnDevice }) => isOnDevice), ...kept.filter((draft) => !isNewer(draft))].sort((a, b) =>
    b.saved_at.localeCompare(a.saved_at),
  );
}

/** Returns the community and the edited post that a draft belongs to, from the data on this device. */
function homeOf({ channel_id, editing_id, title }: KeptDraft, memberships: Memberships): CommunityDraft['home'] {
  const found = memberships.find(({ channel, kind }) => kind === 'community' && channel.id === channel_id)?.channel;
  return { channel: found ?? null, post: editing_id === null ? null : { id: editing_id, title }, is_open: true };
}

export type DraftKind = 'post' | 'comment' | 'reply' | 'editPost' | 'editComment' | 'closed';

export function kindOf({ post_id, parent_id, editing_id, home }: ListedDraft): DraftKind {
  if (!home.is_open) return 'closed';
  if (editing_id !== null) return editing_id === home.post?.id ? 'editPost' : 'editComment';
  return post_id === null ? 'post' : parent_id === null ? 'comment' : 'reply';
}

const ways = { comment: 'comment', reply: 'reply', editComment: 'edit' } as const;

/** Returns the path of the page where this draft can be continued, or undefined if that page is closed for writing. */
export function draftPath(draft: ListedDraft): string | undefined {
  const { id, home, parent_id, editing_id } = draft;
  const kind = kindOf(draft);
  if (kind === 'closed') return undefined;
  const query = new URLSearchParams({ draft: id });
  if (kind === 'post') {
    if (home.channel) query.set('in', home.channel.slug);
    return `/community/new-post?${query}`;
  }
  const path = postPath(home.post?.id ?? '');
  if (kind === 'editPost') return `${path}/edit?${query}`;
  const comment = editing_id ?? parent_id;
  if (comment !== null) query.set('comment', comment);
  query.set('write', ways[kind]);
  return `${path}?${query}`;
}
