import { useEffect, useReducer } from 'react';
import { silence, type Speech, speechAfter } from './announcer.ts';

const beat_ms = 250;

/** Reads the guidance aloud without stuttering; see `announcer.ts`. */
export function LiveRegion({ sentence }: { sentence: string }) {
  const [speech, hear] = useReducer(
    (speech: Speech, heard: string) => speechAfter(speech, heard, performance.now()),
    silence,
  );
  useEffect(() => {
    hear(sentence);
    const beat = setInterval(() => hear(sentence), beat_ms);
    return () => clearInterval(beat);
  }, [sentence]);
  return (
    <p className="visually-hidden" role="status">
      {speech.spoken}
    </p>
  );
}
