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

/** Uploads images one after the other. Each image appears in the text as soon as the service has stored it. */
export function useUploads(
  editor: Editor | null,
  upload: (file: File, facts: PictureFacts) => Promise<Uploaded>,
  alt: string,
) {
  const errorText = useErrorText();
  const [waiting, setWaiting] = useState(0);
  const take = async (files: readonly File[], facts: PictureFacts) => {
    setWaiting((count) => count + files.length);
    for (const file of files) {
      try {
        const picture = await upload(file, facts);
        editor
          ?.chain()
          .focus()
          // The cursor moves behind the image, so that neither typing nor the next image replaces it.
          .insertContent([{ type: 'image', attrs: { ...picture, alt } }, { type: 'paragraph' }])
          .run();
      } catch (error) {
        toast({ kind: 'error', title: file.name, text: errorText(error) });
      }
      setWaiting((count) => count - 1);
    }
  };
  return { take, isBusy: waiting > 0 };
}
