import { useEffect, useState } from 'react';
import type { PhotoEntry } from '#contract/intake.ts';
import type { SkinReading } from '#engine/worker/render-messages.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import { SkinReader } from './skin-reader.ts';

export interface Skin {
  reader: SkinReader | null;
  /** Null while it is being read; 'failed' when the photo or the worker is not to be had. */
  reading: SkinReading | 'failed' | null;
}

/** The skin of the front photo, read once the panel or a heat map asks for it. */
export function useSkin(photo: PhotoEntry | undefined, isWanted: boolean): Skin {
  const { poses } = useWorkspace();
  const { state, pose } = useMarkedPose(photo?.id ?? '', 'front');
  const [skin, setSkin] = useState<Skin>({ reader: null, reading: null });
  useEffect(() => {
    if (isWanted && photo) void poses.open(photo);
  }, [poses, photo, isWanted]);
  useEffect(() => {
    if (!isWanted || !pose) return;
    const reader = new SkinReader(pose);
    setSkin({ reader, reading: null });
    let isOver = false;
    reader.read().then(
      (reading) => !isOver && setSkin({ reader, reading }),
      () => !isOver && setSkin({ reader, reading: 'failed' }),
    );
    return () => {
      isOver = true;
      reader.stop();
    };
  }, [pose, isWanted]);
  return state.kind === 'failed' ? { reader: null, reading: 'failed' } : skin;
}
