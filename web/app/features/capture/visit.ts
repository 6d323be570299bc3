import { safeReturn } from '#web/paths.ts';
import { kinds, type PhotoKind } from './poses.ts';

/** The purpose for which this page was opened: photos of a new lead, or new photos of a signed-in person. */
export interface Visit {
  isRetake: boolean;
  opensCamera: boolean;
  /** The photos that the link requests, in the order of the link. */
  wanted: readonly PhotoKind[];
  /** The page to return to after a retake, if the link contains a page. It is always a path of our site. */
  back: string | undefined;
}

export function visitOf(search: string): Visit {
  const query = new URLSearchParams(search);
  return {
    isRetake: query.get('mode') === 'retake',
    opensCamera: query.get('openCamera') === '1',
    wanted: query.getAll('photo').filter((kind): kind is PhotoKind => kinds.some((one) => one === kind)),
    back: ownPath(query.get('return')),
  };
}

/**
 * Returns the path if it is a path of our site, or else undefined. Backslashes are refused, because some browsers treat
 * a backslash as a slash.
 */
function ownPath(path: string | null): string | undefined {
  return path?.includes('\\') ? undefined : safeReturn(path);
}
