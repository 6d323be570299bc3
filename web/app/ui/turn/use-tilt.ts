import { useEffect, useState } from 'react';
import { swayMost_deg } from '#engine/sway/sway-field.ts';
import { useMedia } from '#web/lib/use-media.ts';

/** To turn the drawn head by one degree, the person must turn the phone by this number of degrees. */
const PHONE_DEG = 2.5;

/**
 * The function with which a page requests access to the motion sensor. Safari and Chrome require it, and allow the
 * request only after a tap. Firefox gives access without it.
 */
interface Asking {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

export type Tilt = 'off' | 'on' | 'refused';

/**
 * Lets the person turn the drawn head by turning the phone. The person must switch this on first. It is not offered if
 * the person prefers less motion, or if the device has no motion sensor.
 */
export function useTilt(onTurn: (degrees: number) => void) {
  const [tilt, setTilt] = useState<Tilt>('off');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isHeld = useMedia('(pointer: coarse)');
  const canTilt = !isStill && isHeld && typeof DeviceOrientationEvent !== 'undefined';

  useEffect(() => {
    if (tilt !== 'on' || !canTilt) return;
    let start: number | null = null;
    const turn = ({ gamma }: DeviceOrientationEvent) => {
      if (gamma === null) return;
      start ??= gamma;
      const degrees = (gamma - start) / PHONE_DEG;
      onTurn(Math.round(Math.min(swayMost_deg, Math.max(-swayMost_deg, degrees)) * 4) / 4);
    };
    addEventListener('deviceorientation', turn);
    return () => removeEventListener('deviceorientation', turn);
  }, [tilt, canTilt, onTurn]);

  const toggle = async () => {
    if (tilt === 'on') return setTilt('off');
    const { requestPermission } = DeviceOrientationEvent as unknown as Asking;
    const answer = await requestPermission?.().catch(() => 'denied');
    setTilt(answer === 'denied' ? 'refused' : 'on');
  };
  return { tilt, canTilt, toggle };
}
