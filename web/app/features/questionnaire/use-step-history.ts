import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';

/** What an entry of the browser's history knows: its question, and the question of the entry before it. */
interface Place {
  question: number;
  from?: number;
}

/**
 * Each question is an entry in the browser's history. Its Back goes one question back and its Forward one on. The draft says which question is
 * shown when the page opens. After that the form leads, except where the browser's own buttons were used.
 */
export function useStepHistory(
  step: number,
  isLoaded: boolean,
  onWent: (step: number) => void,
): { goBack: () => void } {
  const { key, pathname, search, state } = useLocation();
  const isPop = useNavigationType() === 'POP';
  const navigate = useNavigate();
  // The newest entry. The router's own state may lag behind: a quick person answers the next question before it has rendered the last entry.
  const newest = useRef(placeIn(state));
  const isFollowed = useRef(false);

  const obey = useEffectEvent(() => {
    const place = placeIn(state);
    if (!isFollowed.current || !isPop || !place) return;
    newest.current = place;
    if (place.question !== step) onWent(place.question);
  });
  const follow = useEffectEvent(() => {
    const isFirst = !isFollowed.current;
    isFollowed.current = true;
    if (newest.current?.question === step) return;
    newest.current = { question: step, from: isFirst ? undefined : newest.current?.question };
    void navigate(pathname + search, { replace: isFirst, state: newest.current, preventScrollReset: true });
  });

  // Before the other one: what the history says when the page opens is older than the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry has a key of its own
  useEffect(() => obey(), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is read by `follow`
  useEffect(() => {
    if (isLoaded) follow();
  }, [step, isLoaded]);

  return {
    /** As the browser's Back where that leads to the question before, so that no question stands twice in the history. */
    goBack() {
      if (newest.current?.from === step - 1) void navigate(-1);
      else onWent(Math.max(1, step - 1));
    },
  };
}

function placeIn(state: unknown): Place | undefined {
  const place = state as Place | null;
  return typeof place?.question === 'number' ? place : undefined;
}
