import Papa from 'papaparse';
import type { Pose } from '#contract/intake.ts';
import { decode } from './read-csv.ts';

/**
 * The patient and the date of a photo. They are taken from `manifest.csv` if the archive contains this file, and
 * otherwise from the file name.
 */
export interface PhotoPlace {
  /** The patient's email address, or the patient's number at the clinic. */
  readonly patient: string;
  /** The day on which the photo was taken, as YYYY-MM-DD. */
  readonly taken_on: string;
  /** The pose from the manifest or the file name. It is used only if the engine finds no face. */
  readonly pose: Pose | undefined;
  readonly consent_reference: string;
}

export type PlaceFault = 'no_patient' | 'no_date' | 'not_in_manifest';
export const MANIFEST = 'manifest.csv';

/**
 * The lines of the manifest by file name. The columns are file, patient and taken_on. The columns pose and
 * consent_reference are optional.
 */
export type Manifest = ReadonlyMap<string, Readonly<Record<string, string>>>;

export function readManifest(bytes: Uint8Array): Manifest | null {
  const { data, meta } = Papa.parse<Record<string, string>>(decode(bytes).text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (head) => head.trim().toLowerCase(),
  });
  const isWhole = ['file', 'patient', 'taken_on'].every((column) => meta.fields?.includes(column));
  return isWhole ? new Map(data.map((row) => [(row['file'] ?? '').trim(), row])) : null;
}

/**
 * Returns the patient, the day and the pose of a photo, or the reason why they are unknown. If there is a manifest,
 * they are taken from the row of the file. Otherwise they are taken from the file name: `<patient>/<date>….jpg` or
 * `<patient>_<date>….jpg`. The patient is given as an email address or as the patient's number at the clinic. The date
 * is written 2024-05-03 or 20240503. A word like "left", "profil droit" or "front" determines the pose.
 */
export function placeOf(name: string, manifest: Manifest | null): PhotoPlace | PlaceFault {
  if (manifest) {
    const row = manifest.get(name) ?? manifest.get(lastStep(name));
    if (!row) return 'not_in_manifest';
    const patient = (row['patient'] ?? '').trim();
    const taken_on = dayIn(row['taken_on'] ?? '');
    if (!patient) return 'no_patient';
    if (!taken_on) return 'no_date';
    const pose = poseIn(row['pose'] ?? '');
    return { patient, taken_on, pose, consent_reference: (row['consent_reference'] ?? '').trim() };
  }
  const stem = lastStep(name).replace(/\.[^.]*$/, '');
  const folder = name.split('/').at(-2);
  const taken_on = dayIn(stem) ?? (folder ? dayIn(folder) : null);
  if (!taken_on) return 'no_date';
  const before = stem.split(/[_ ]*\d{4}-?\d{2}-?\d{2}/)[0]?.trim() ?? '';
  const patient = before || (folder && !dayIn(folder) ? folder.trim() : '');
  return patient ? { patient, taken_on, pose: poseIn(stem.slice(before.length)), consent_reference: '' } : 'no_patient';
}

const lastStep = (name: string): string => name.split('/').at(-1) ?? name;

function dayIn(text: string): string | null {
  const [, year, month, day] = /(?<!\d)(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(text) ?? [];
  if (!year) return null;
  const iso = `${year}-${month}-${day}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

function poseIn(text: string): Pose | undefined {
  const words = text.toLowerCase();
  if (/right|droit/.test(words)) return 'right';
  if (/left|gauche/.test(words)) return 'left';
  return /front|face/.test(words) ? 'front' : undefined;
}
