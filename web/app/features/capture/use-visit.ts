import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLocale } from '#web/lib/locale.tsx';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { inLanguage, safeReturn } from '#web/paths.ts';
import type { CaptureAction } from './capture-state.ts';
import { readLeadId } from './lead.ts';
import { kinds, type PhotoKind } from './poses.ts';
import { previewsOf } from './use-uploads.ts';

const calls = () => import('./lead-calls.ts');

/**
 * Returns why the person opened this page. The query string is not available during prerendering, so the hook reads it
 * as soon as the page runs in the browser.
 */
export function useVisit(): Visit {
  const { search } = useLocation();
  const [visit, setVisit] = useState<Visit>(() => visitOf(''));
  useEffect(() => setVisit(visitOf(search)), [search]);
  return visit;
}

/**
 * The state of the consent. It is 'primer' before the consent, 'open' after it, and 'unknown' until the page has
 * checked it.
 */
export type Stand = 'unknown' | 'primer' | 'open';

/** Loads the existing photos of this browser's lead or, for a retake, of the signed-in person. */
export function useResume(dispatch: Dispatch<CaptureAction>) {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const locale = useLocale();
  const language = useReadingLanguage();
  const [stand, setStand] = useState<Stand>('unknown');

  useEffect(() => {
    let isOver = false;
    resume().catch(() => !isOver && setStand('primer'));
    return () => {
      isOver = true;
    };

    async function resume() {
      if (visitOf(search).isRetake) return await resumeRetake();
      const leadId = readLeadId();
      const lead = leadId ? await (await calls()).openLead(leadId) : null;
      if (isOver) return;
      if (lead && lead.photos.length > 0) dispatch({ type: 'resumed', photos: previewsOf(lead.photos), as: 'done' });
      setStand(lead ? 'open' : 'primer');
    }

    async function resumeRetake() {
      const photos = await (await calls()).currentSet();
      if (isOver) return;
      if (photos) dispatch({ type: 'resumed', photos: previewsOf(photos), as: 'kept', wanted: visitOf(search).wanted });
      else
        navigate(`${inLanguage('/login', locale)}?return=${encodeURIComponent(pathname + search)}`, { replace: true });
      setStand(photos ? 'open' : 'unknown');
    }
  }, [search, pathname, locale, navigate, dispatch]);

  const agree = useCallback(async () => {
    const lead = await (await calls()).startLead(language);
    dispatch({ type: 'resumed', photos: previewsOf(lead.photos), as: 'done' });
    setStand('open');
  }, [language, dispatch]);

  return { stand, agree };
}

/** Opens the camera once, as soon as `isDue` is true. */
export function useOpenCamera(isDue: boolean, open: () => void) {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDue || isDone.current) return;
    isDone.current = true;
    open();
  }, [isDue, open]);
}

/** The purpose for which this page was opened: photos of a new lead, or new photos of a signed-in person. */
interface Visit {
  isRetake: boolean;
  opensCamera: boolean;
  /** The photos that the link requests, in the order of the link. */
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

/**
 * Returns the path if it belongs to our site, or else undefined. Backslashes are refused, because some browsers treat a
 * backslash as a slash.
 */
function ownPath(path: string | null): string | undefined {
  return path?.includes('\\') ? undefined : safeReturn(path);
}
