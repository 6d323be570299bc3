import { CLINICAL, type ClinicalSet, type Lights, type TakenBy } from '#contract/clinical-photos.ts';
import { ownToday } from '#web/lib/day.ts';

/** The values that the person has typed into the record of the next photos. */
export interface ShotRecord {
  taken_on: string;
  device: string;
  distance: string;
  light: (typeof Lights)[number] | undefined;
}

export interface SentRecord {
  taken_on: string;
  device: string;
  distance_cm: string;
  light: (typeof Lights)[number];
}

/**
 * Returns the initial record for the next photo. It repeats the settings of the newest photo by the patient or by the
 * practitioner, depending on `mine`.
 */
export function firstRecord({ photos }: ClinicalSet, mine: (typeof TakenBy)[number]): ShotRecord {
  const last = photos.findLast(({ record }) => record?.taken_by === mine)?.record;
  return {
    taken_on: ownToday(),
    device: last?.device ?? '',
    distance: last ? String(last.distance_cm) : '',
    light: last?.light,
  };
}

export function isDistance(distance: string): boolean {
  const cm = Number(distance);
  return Number.isInteger(cm) && cm >= CLINICAL.distance_min_cm && cm <= CLINICAL.distance_max_cm;
}

export const sentRecord = ({ taken_on, device, distance, light }: ShotRecord): SentRecord | null =>
  taken_on !== '' && device.trim() !== '' && isDistance(distance) && light
    ? { taken_on, device: device.trim(), distance_cm: String(Number(distance)), light }
    : null;

export const isTold = (record: ShotRecord): boolean => sentRecord(record) !== null;
