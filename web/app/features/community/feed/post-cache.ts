import type { Post, PostCard } from '#contract/community/content.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

type Change = (post: PostCard) => Partial<Post>;

const isObject = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null;
const isPost = (one: Record<string, unknown>, id: string) => one.id === id && 'likes_count' in one && 'title' in one;

/**
 * Changes a post wherever it occurs in `part`, which is a stored response or a value inside one. Returns `part` itself
 * if it does not contain the post, so that only lists with the post are drawn again.
 */
function changed(part: unknown, id: string, change: Change): unknown {
  if (Array.isArray(part)) {
    const next = part.map((one) => changed(one, id, change));
    return next.some((one, index) => one !== part[index]) ? next : part;
  }
  if (!isObject(part)) return part;
  if (isPost(part, id)) return { ...part, ...change(part as unknown as PostCard) };
  const entries = Object.entries(part).map(([key, value]) => [key, changed(value, id, change)] as const);
  return entries.some(([key, value]) => value !== part[key]) ? Object.fromEntries(entries) : part;
}

/** Changes a post in every list and page that contains it. */
export function patchPost(id: string, change: Change) {
  queryClient.setQueriesData({ queryKey: api.community.key() }, (data: unknown) => changed(data, id, change));
}

/** Whether any list or page contains the post. */
export function holdsPost(id: string): boolean {
  const holds = (part: unknown): boolean => {
    if (Array.isArray(part)) return part.some(holds);
    return isObject(part) && (isPost(part, id) || Object.values(part).some(holds));
  };
  return queryClient.getQueriesData({ queryKey: api.community.key() }).some(([, data]) => holds(data));
}

/**
 * Stores the post that the service returned. A request for the post that started earlier may return an outdated post,
 * so that request is repeated.
 */
export function keepPost(id: string, change: Change) {
  patchPost(id, change);
  const queryKey = api.community.getPost.key({ input: { post_id: id } });
  void queryClient.invalidateQueries({ queryKey, fetchStatus: 'fetching' });
}

/** Removes a post from every list. */
export function dropPost(id: string) {
  const without = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.filter((one) => !(isObject(one) && isPost(one, id))).map(without);
    return isObject(part)
      ? Object.fromEntries(Object.entries(part).map(([key, value]) => [key, without(value)]))
      : part;
  };
  queryClient.setQueriesData({ queryKey: api.community.key() }, without);
}
