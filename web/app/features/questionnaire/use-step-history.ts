import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';

/** Data of an entry in the browser's history: the question of this entry and the question of the previous entry. */
interface Place {
  question: number;
  from?: number;
}

/**
 * Adds each question to the browser's history, so that Back and Forward move by one question. When the page opens, the
 * draft determines the first question. Afterwards the form determines the question, unless the person uses the
 * browser's own buttons.
 */
export function useStepHistory(
  step: number,
  isLoaded: boolean,
  onWent: (step: number) => void,
): { goBack: () => void } {
  const { key, pathname, search, state } = useLocation();
  const isPop = useNavigationType() === 'POP';
  const navigate = useNavigate();
  // The newest entry of the history. The router may still have an older entry, because a person can answer before the
  // router has rendered the newest one.
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

  // At page load, `obey` runs before the first `follow`, so it ignores the current history entry. That entry is older
  // than the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry has a separate key
  useEffect(() => obey(), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is read by `follow`
  useEffect(() => {
    if (isLoaded) follow();
  }, [step, isLoaded]);

  return {
    /**
     * Shows the previous question. If the previous history entry belongs to that question, the browser moves to the
     * entry, so that no question is in the history twice.
     */
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
