import * as z from 'zod';
import { expiryOf, isLinkValid, MAX_LINK_LIFE_S, signLink } from '../crypto/signed-link.ts';
import type { WrappedKey } from '../crypto/person-keys.ts';
import type { Tx } from '../db/db.ts';
import { findKey, listEpochs } from './photo-objects.queries.ts';
import type { PhotoLinks, Variant } from './photo-store.ts';

const purposeOf = (variant: Variant): string => `photo:${variant}`;

/** Makes links for many photos with one query. Deleted or unknown ids are absent from the map. */
export async function linksFor(
  tx: Tx,
  ids: readonly string[],
  linkKey: Buffer,
  now: Date,
  life_s: number = MAX_LINK_LIFE_S,
): Promise<Map<string, PhotoLinks>> {
  const expiresAt = expiryOf(now, life_s);
  const rows = ids.length > 0 ? await listEpochs(tx, ids) : [];
  const link = (objectId: string, epoch: number, variant: Variant): string => {
    const signature = signLink(linkKey, { purpose: purposeOf(variant), objectId, expiresAt, epoch });
    return `/photos/${objectId}?e=${expiresAt}&s=${signature}${variant === 'thumb' ? '&v=thumb' : ''}`;
  };
  return new Map(
    rows.map(({ id, link_epoch }) => [
      id,
      { url: link(id, link_epoch, 'full'), thumb_url: link(id, link_epoch, 'thumb') },
    ]),
  );
}

/** The target of a valid link: the variant, and the data key of its photo. */
export interface OpenedLink {
  readonly variant: Variant;
  readonly key: WrappedKey;
}

/** Checks a link. Returns null if the link is forged, expired or revoked, or if there is no such photo. */
export async function openLink(
  tx: Tx,
  id: string,
  query: URLSearchParams,
  linkKey: Buffer,
  now: Date,
): Promise<OpenedLink | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const key = await findKey(tx, id);
  const variant: Variant = query.get('v') === 'thumb' ? 'thumb' : 'full';
  const subject = {
    purpose: purposeOf(variant),
    objectId: id,
    expiresAt: Number(query.get('e')),
    epoch: key?.link_epoch ?? -1,
  };
  const isValid = isLinkValid(linkKey, subject, query.get('s') ?? '', now);
  return key && isValid ? { variant, key } : null;
}
