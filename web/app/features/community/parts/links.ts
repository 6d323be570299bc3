/** The functions below return the addresses of the community's pages, without a language prefix. */
export const channelPath = (slug: string): string => `/community/f/${encodeURIComponent(slug)}`;
export const postPath = (id: string): string => `/community/p/${id}`;
export const commentPath = (postId: string, commentId: string): string => `${postPath(postId)}?comment=${commentId}`;
export const guidesPath = (slug: string): string => `${channelPath(slug)}/guides`;
export const newGuidePath = (slug: string, answerId?: string): string =>
  `${guidesPath(slug)}/new${answerId === undefined ? '' : `?answer=${answerId}`}`;
export const guidePath = (id: string): string => `/community/g/${id}`;
export const tagPath = (tag: string): string => `/community/t/${encodeURIComponent(tag)}`;
export const personPath = (handle: string): string => `/community/u/${encodeURIComponent(handle)}`;
