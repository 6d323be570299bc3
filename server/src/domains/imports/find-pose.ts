import sharp from 'sharp';
import type { Pose } from '#contract/intake.ts';
import type { FaceModel } from '#engine/model/face-model.ts';
import { createNodeFaceModel } from '#engine/model/node.ts';
import { faceAngles } from '#engine/quality/face-angles.ts';
import { frameLimits } from '#engine/quality/thresholds.ts';

/**
 * A face with at least this yaw, in degrees, is treated as turned. Imported photos were taken without our guide, so no
 * angle is refused. The limit is halfway between the yaw windows of the front pose and of the side poses.
 */
const TURNED = (frameLimits.frontYaw + frameLimits.sideYawMin) / 2;
/** The length of the longer side in pixels. This is enough to find the angles of a face. */
const SIDE_PX = 1024;

let model: Promise<FaceModel> | undefined;

/**
 * Returns the pose of the face in a photo, or null if there is no face. The function runs in a worker thread and
 * returns nothing else about the photo.
 */
export async function findPose(jpeg: Uint8Array): Promise<Pose | null> {
  const { data, info } = await sharp(jpeg)
    .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const faces = await (model ??= createNodeFaceModel());
  const landmarks = await faces.findLandmarks({ width: info.width, height: info.height, data: pixels });
  return landmarks && poseAt(faceAngles(landmarks).yaw);
}

/**
 * Returns the pose for a yaw.
 *
 * @param yaw_deg positive when the nose points to the right of the unmirrored photo
 */
export function poseAt(yaw_deg: number): Pose {
  if (Math.abs(yaw_deg) < TURNED) return 'front';
  return yaw_deg > 0 ? 'right' : 'left';
}
