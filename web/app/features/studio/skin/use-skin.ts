import { useEffect, useState } from 'react';
import type { PhotoEntry } from '#contract/intake.ts';
import type { SkinReading } from '#engine/worker/render-messages.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import { SkinReader } from './skin-reader.ts';

export interface Skin {
  reader: SkinReader | null;
  /**
   * The measured skin. It is null until the skin is measured, and 'failed' if the photo could not be loaded or
   * measured.
   */
  reading: SkinReading | 'failed' | null;
  /** True if the doctor confirmed that white paper is next to the face. */
  hasSheet: boolean;
  setHasSheet: (hasSheet: boolean) => void;
}

/** Measures the skin of the front photo in a worker, as soon as the panel or a heat map needs the result. */
export function useSkin(photo: PhotoEntry | undefined, isWanted: boolean): Skin {
  const { poses } = useWorkspace();
  const { skin: judged } = useDraft().content;
  const [hasSheet, setHasSheet] = useState(() => judged?.photo_id === photo?.id && Boolean(judged?.given?.has_sheet));
  const { state, pose } = useMarkedPose(photo?.id ?? '', 'front');
  const [skin, setSkin] = useState<Pick<Skin, 'reader' | 'reading'>>({ reader: null, reading: null });
  useEffect(() => {
    if (isWanted && photo) void poses.open(photo);
  }, [poses, photo, isWanted]);
  useEffect(() => {
    if (!isWanted || !pose) return;
    const reader = new SkinReader(pose);
    setSkin({ reader, reading: null });
    let isOver = false;
    reader.read(hasSheet).then(
      (reading) => !isOver && setSkin({ reader, reading }),
      () => !isOver && setSkin({ reader, reading: 'failed' }),
    );
    return () => {
      isOver = true;
      reader.stop();
    };
  }, [pose, isWanted, hasSheet]);
  const read = state.kind === 'failed' ? ({ reader: null, reading: 'failed' } as const) : skin;
  return { ...read, hasSheet, setHasSheet };
}
