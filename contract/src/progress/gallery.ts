import * as z from 'zod';
import { AnyPhoto } from '../intake.ts';
import { progressProcedure as p, ProgressLimits } from './terms.ts';

export const GalleryPhoto = AnyPhoto.extend({ is_current: z.boolean() });
export type GalleryPhoto = z.infer<typeof GalleryPhoto>;

export const galleryProcedures = {
  listMyPhotos: p('list_my_photos', 'patient', 'List all photos of the caller, newest first')
    .input(
      z.object({
        limit: z.number().int().min(1).max(100).default(ProgressLimits.gallery_page),
        cursor: z.string().max(100).optional(),
      }),
    )
    .output(z.object({ photos: z.array(GalleryPhoto), next_cursor: z.string().nullable(), total: z.number().int() })),
};
