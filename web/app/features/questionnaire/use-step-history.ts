import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What an entry of the browser's history knows: its question, and the question of the entry before it. */
interface Place {
  question: number;
  from?: number;
}

/**
 * Each question is an entry in the browser's history, so that its Back goes one question back and its Forward one on. The draft says which
 * question is shown when the page opens; after that the form and the history follow each other.
 */
export function useStepHistory(
  step: number,
  isLoaded: boolean,
  onWent: (step: number) => void,
): { goBack: () => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const place = placeIn(state);
  const question = place?.question;
  const isFollowed = useRef(false);

  const obey = useEffectEvent((wanted: number) => wanted !== step && onWent(wanted));
  const follow = useEffectEvent(() => {
    const isFirst = !isFollowed.current;
    isFollowed.current = true;
    if (question === step) return;
    const next: Place = { question: step, from: isFirst ? undefined : question };
    void navigate(pathname + search, { replace: isFirst, state: next, preventScrollReset: true });
  });

  // Before the other one: what the history says when the page opens is older than the draft.
  useEffect(() => {
    if (isFollowed.current && question !== undefined) obey(question);
  }, [question]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is read by `follow`
  useEffect(() => {
    if (isLoaded) follow();
  }, [step, isLoaded]);

  return {
    /** As the browser's Back where that leads to the question before, so that no question stands twice in the history. */
    goBack() {
      if (place?.from === step - 1) void navigate(-1);
      else onWent(Math.max(1, step - 1));
    },
  };
}

function placeIn(state: unknown): Place | undefined {
  const place = state as Place | null;
  return typeof place?.question === 'number' ? place : undefined;
}
