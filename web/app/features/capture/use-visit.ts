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
 * checked it. It is 'failed' if the photos of a signed-in person could not be loaded.
 */
export type Stand = 'unknown' | 'primer' | 'open' | 'failed';

/**
 * Returns the state if the photos could not be loaded. A visitor can begin with the consent. A signed-in person already
 * has photos and has consented. Another consent would start a lead for this person.
 */
export const standAfterFault = (search: string): Stand => (visitOf(search).isRetake ? 'failed' : 'primer');

/**
 * Loads the existing photos of this browser's lead or, for a retake, of the signed-in person. `onWithdrawn` is called
 * after the photos and answers were deleted. `forgets` is true if the answers that this browser has stored belonged to
 * the same lead.
 */
export function useResume(dispatch: Dispatch<CaptureAction>, onWithdrawn: (after: { forgets: boolean }) => void) {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const locale = useLocale();
  const language = useReadingLanguage();
  const [stand, setStand] = useState<Stand>('unknown');
  /** The lead whose photos the page shows. Another tab may forget the stored id in the meantime. */
  const [leadId, setLeadId] = useState<string>();
  const [fault, setFault] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isOver = false;
    resume().catch((error: unknown) => {
      if (isOver) return;
      setFault(error);
      setStand(standAfterFault(search));
    });
    return () => {
      isOver = true;
    };

    async function resume() {
      if (visitOf(search).isRetake) return await resumeRetake();
      const stored = readLeadId();
      const lead = stored ? await (await calls()).openLead(stored) : null;
      if (isOver) return;
      setLeadId(lead?.lead_id);
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
  }, [search, pathname, locale, navigate, dispatch, attempt]);

  const agree = useCallback(async () => {
    const lead = await (await calls()).startLead(language);
    setLeadId(lead.lead_id);
    dispatch({ type: 'resumed', photos: previewsOf(lead.photos), as: 'done' });
    setStand('open');
  }, [language, dispatch]);

  async function withdraw(loadedId: string) {
    const refusal = await (await calls()).withdrawLead(loadedId);
    // If another tab has started a new lead, the stored answers belong to that lead.
    onWithdrawn({ forgets: readLeadId() === null });
    setLeadId(undefined);
    dispatch({ type: 'withdrawn' });
    setStand('primer');
    if (refusal) throw refusal;
  }

  const loadAgain = useCallback(() => {
    setStand('unknown');
    setAttempt((before) => before + 1);
  }, []);
  return {
    stand,
    agree,
    /**
     * Withdraws the consent and deletes the photos and answers. Undefined if the page shows no photos of a lead.
     * Rejects with the refusal if they were already deleted.
     */
    withdraw: leadId === undefined ? undefined : () => withdraw(leadId),
    fault,
    loadAgain,
  };
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
