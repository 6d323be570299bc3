import { safeReturn } from '#web/paths.ts';
import { kinds, type PhotoKind } from './poses.ts';

/** How the page was opened: for a new lead, or by somebody who is signed in and takes photos again. */
export interface Visit {
  isRetake: boolean;
  opensCamera: boolean;
  /** The photo to begin with, when the link says so. */
  first: PhotoKind | undefined;
  /** Where a retake goes back to, when the link says so; only ever a path of our own. */
  back: string | undefined;
}

export function visitOf(search: string): Visit {
  const query = new URLSearchParams(search);
  return {
    isRetake: query.get('mode') === 'retake',
    opensCamera: query.get('openCamera') === '1',
    first: kinds.find((kind) => kind === query.get('photo')),
    back: ownPath(query.get('return')),
  };
}

/** One leading slash, and no backslash anywhere: some browsers read it as a slash. */
function ownPath(path: string | null): string | undefined {
  return path?.includes('\\') ? undefined : safeReturn(path);
}
