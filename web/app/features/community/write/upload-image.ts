import type { ImageKind } from '#contract/community/terms.ts';
import { call } from '#web/lib/api.ts';
import type { Uploaded } from '../editor/uploads.ts';

export interface PictureFacts {
  subject: 'nobody' | 'self' | 'other';
  has_consent: boolean;
}

/**
 * Uploads an image for a text. The service encodes the image again and returns its new address. The text refers to the
 * image by this address.
 */
export async function uploadPostImage(
  file: File,
  { subject, has_consent }: PictureFacts,
  channelId?: string,
): Promise<Uploaded> {
  const { url, width, height } = await call.community.uploadCommunityImage({
    kind: 'post',
    channel_id: channelId,
    subject,
    has_consent: has_consent ? 'true' : 'false',
    file,
  });
  return { src: url, width, height };
}

export const uploadBranding = (kind: Exclude<ImageKind, 'post'>, file: File, channelId?: string) =>
  call.community.uploadCommunityImage({ kind, channel_id: channelId, file });
