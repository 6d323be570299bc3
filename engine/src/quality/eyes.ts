import type { Landmarks } from '../picture.ts';

// Landmarks of each eye: two pairs of points on the upper and the lower lid, and both corners. They are those of the
// eye aspect ratio of Soukupová & Čech (2016).
const eyes = [
  {
    lids: [
      [160, 144],
      [158, 153],
    ],
    corners: [33, 133],
  },
  {
    lids: [
      [385, 380],
      [387, 373],
    ],
    corners: [362, 263],
  },
] as const;

/**
 * Returns the height of the eye opening divided by its width, for the eye that is less open. Open eyes have about 0.3,
 * closed eyes less than 0.12.
 */
export function eyeOpenness(landmarks: Landmarks): number {
  return Math.min(...eyes.map((eye) => openness(landmarks, eye)));
}

function openness(landmarks: Landmarks, { lids, corners }: (typeof eyes)[number]): number {
  const height = lids.reduce((sum, [upper, lower]) => sum + distance(landmarks, upper, lower), 0) / lids.length;
  return height / distance(landmarks, corners[0], corners[1]);
}

function distance(landmarks: Landmarks, a: number, b: number): number {
  const p = landmarks[a]!;
  const q = landmarks[b]!;
  return Math.hypot(p[0] - q[0], p[1] - q[1]);
}
