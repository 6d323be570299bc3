import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import type { PictureFacts } from '../write/upload-image.ts';

export interface Uploaded {
  src: string;
  width?: number;
  height?: number;
}

interface Uploading {
  upload: (file: File) => Promise<Uploaded>;
  insert: (picture: Uploaded) => void;
  onFault: (file: File, error: unknown) => void;
  /** Called with the difference when the number of images that are not in the text yet rises or falls. */
  onWaiting: (change: number) => void;
}

/**
 * Uploads images one after the other, and inserts each image into the text as soon as the service has stored it. An
 * image counts as waiting until it is in the text or its upload has failed, so that nobody sends the text without the
 * image.
 */
export async function uploadAll(files: readonly File[], { upload, insert, onFault, onWaiting }: Uploading) {
  onWaiting(files.length);
  for (const file of files) {
    try {
      insert(await upload(file));
    } catch (error) {
      onFault(file, error);
    }
    onWaiting(-1);
  }
}

/**
 * Uploads the images of an editor. `onWaiting` informs the form of the text. An editor without images has no `upload`.
 */
export function useUploads(
  editor: Editor | null,
  upload: ((file: File, facts: PictureFacts) => Promise<Uploaded>) | undefined,
  alt: string,
  onWaiting?: (change: number) => void,
) {
  const errorText = useErrorText();
  const [waiting, setWaiting] = useState(0);
  const take = (files: readonly File[], facts: PictureFacts) =>
    upload &&
    uploadAll(files, {
      upload: (file) => upload(file, facts),
      insert: (picture) =>
        void editor
          ?.chain()
          .focus()
          // The cursor moves behind the image, so that neither typing nor the next image replaces it.
          .insertContent([{ type: 'image', attrs: { ...picture, alt } }, { type: 'paragraph' }])
          .run(),
      onFault: (file, error) => toast({ kind: 'error', title: file.name, text: errorText(error) }),
      onWaiting: (change) => {
        setWaiting((count) => count + change);
        onWaiting?.(change);
      },
    });
  return { take, isBusy: waiting > 0 };
}
