import { safeReturn } from '#web/paths.ts';
import { kinds, type PhotoKind } from './poses.ts';

/** The reason for the visit: a new lead, or a signed-in person who retakes photos. */
export interface Visit {
  isRetake: boolean;
  opensCamera: boolean;
  /** The photos that the link asks for, in its order. */
  wanted: readonly PhotoKind[];
  /** The page to return to after a retake, if the link names one. It is always a path of our site. */
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

/** Allows one leading slash and no backslash, because some browsers read a backslash as a slash. */
function ownPath(path: string | null): string | undefined {
  return path?.includes('\\') ? undefined : safeReturn(path);
}
