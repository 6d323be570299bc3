import { useCallback, useEffect, useState } from 'react';
import { useRegion } from '#web/lib/reading-language.ts';
import { useSpeech } from './live-region.tsx';

export interface Voice {
  isOn: boolean;
  /**
   * Turns the voice on or off. When it is turned on, it speaks a first sentence immediately, because browsers allow
   * speech only if it begins after a press.
   */
  turn(): void;
}

/**
 * Speaks the guidance. The voice is off until the person turns it on. Returns undefined if the browser cannot speak.
 */
export function useVoice(sentence: string, first: string): Voice | undefined {
  const [isOn, setOn] = useState(false);
  const region = useRegion();
  const heard = useSpeech(isOn ? sentence : '');
  const say = useCallback(
    (text: string) => {
      const words = new SpeechSynthesisUtterance(text);
      words.lang = region;
      speechSynthesis.cancel();
      speechSynthesis.speak(words);
    },
    [region],
  );
  useEffect(() => {
    if (isOn && heard) say(heard);
  }, [isOn, heard, say]);
  // Stops the speech when the page is left.
  useEffect(() => () => globalThis.speechSynthesis?.cancel(), []);
  if (!('speechSynthesis' in globalThis)) return undefined;
  return {
    isOn,
    turn() {
      setOn(!isOn);
      if (isOn) speechSynthesis.cancel();
      else say(first);
    },
  };
}
