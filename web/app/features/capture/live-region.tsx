import { useEffect, useReducer } from 'react';
import { silence, type Speech, speechAfter } from './announcer.ts';

const beat_ms = 250;

/**
 * Returns the sentence that a screen reader should speak now. Fast changes do not interrupt the speech. `announcer.ts`
 * contains the rules.
 */
export function useSpeech(sentence: string): string {
  const [speech, hear] = useReducer(
    (speech: Speech, heard: string) => speechAfter(speech, heard, performance.now()),
    silence,
  );
  useEffect(() => {
    hear(sentence);
    const beat = setInterval(() => hear(sentence), beat_ms);
    return () => clearInterval(beat);
  }, [sentence]);
  return speech.spoken;
}

/** Announces the guidance to screen readers. */
export function LiveRegion({ sentence }: { sentence: string }) {
  const spoken = useSpeech(sentence);
  return (
    <p className="visually-hidden" role="status">
      {spoken}
    </p>
  );
}
