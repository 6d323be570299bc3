import { type RefObject, useEffect } from 'react';
import { playOn } from './loudspeaker.ts';

const often_ms = 80;

/**
 * Shows the level of the microphone in a `meter` element, from 0 to 1. It writes directly into the element, so that
 * React renders nothing.
 */
export function useLevel(track: MediaStreamTrack | null, meter: RefObject<HTMLMeterElement | null>) {
  useEffect(() => {
    if (!track) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(samples);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0);
      if (meter.current) meter.current.value = Math.min(1, loudest / 64);
    }, often_ms);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [track, meter]);
}

const notes_hz = [523, 659, 784];
const note_s = 0.35;

/** Plays three notes on a loudspeaker, so that the person can test it. */
export async function playNotes(loudspeaker: string): Promise<void> {
  const context = new AudioContext();
  // The sound plays through an audio element. Most browsers can choose the loudspeaker of an element, but few can
  // choose the loudspeaker of an audio context.
  const out = new MediaStreamAudioDestinationNode(context);
  const element = new Audio();
  element.srcObject = out.stream;
  await playOn(element, loudspeaker).catch(() => undefined);
  await element.play();
  const last = notes_hz.map((frequency, at) => {
    const note = new OscillatorNode(context, { frequency });
    const loudness = new GainNode(context, { gain: 0.2 });
    note.connect(loudness).connect(out);
    note.start(context.currentTime + at * note_s);
    note.stop(context.currentTime + (at + 1) * note_s);
    return note;
  });
  const end = last.at(-1);
  if (end) end.onended = () => void context.close();
}
