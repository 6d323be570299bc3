/** Addresses of the community, without a language. */
export const channelPath = (slug: string): string => `/community/f/${encodeURIComponent(slug)}`;
export const postPath = (id: string): string => `/community/p/${id}`;
export const commentPath = (postId: string, commentId: string): string => `${postPath(postId)}?comment=${commentId}`;
export const tagPath = (tag: string): string => `/community/t/${encodeURIComponent(tag)}`;
export const personPath = (handle: string): string => `/community/u/${encodeURIComponent(handle)}`;
