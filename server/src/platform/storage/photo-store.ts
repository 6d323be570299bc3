import type { Owner } from '../crypto/person-keys.ts';
import type { SystemDb, Tx } from '../db/db.ts';
import type { StoreState } from './measure-store.ts';

export type { Owner } from '../crypto/person-keys.ts';

export type Bucket =
  | 'user-uploads'
  | 'user-photos'
  | 'simulations'
  | 'community-assets'
  | 'avatars'
  | 'treatments'
  | 'imported';

/** The picture that images/ingest.ts makes. */
export interface PictureBytes {
  readonly jpeg: Buffer;
  /** WebP, 320 px wide at most. */
  readonly thumb: Buffer;
  readonly width: number;
  readonly height: number;
  /** SHA-256 of `jpeg` in hex. */
  readonly sha256: string;
}

export interface SavePhoto {
  readonly owner: Owner;
  readonly bucket: Bucket;
  /** Unique in its bucket among photos that are not deleted: `<lead or user id>/<pose>-<uuid>.jpg`. It holds no names. */
  readonly path: string;
  readonly picture: PictureBytes;
}

/** Row of photo_objects. Sizes in bytes and pixels, `sha256` of the JPEG before encryption, in hex. */
export interface PhotoObject {
  readonly id: string;
  readonly bucket: Bucket;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly content_type: string;
  readonly created_at: Date;
}

/** Signed links of one photo: `/photos/<id>?e=<expiry>&s=<signature>` and the same with `&v=thumb`. */
export interface PhotoLinks {
  readonly url: string;
  readonly thumb_url: string;
}

/**
 * Pictures of persons, encrypted with the data key of their owner before they reach the object store. A crash leaves at
 * most an object without a row, which `sweepOrphans` removes. It never leaves a row without its object.
 *
 * Row-level security guards the rows. Inside a transaction of `withUser`, `withStaff` or `withSystem` a call sees
 * the rows of that role. With `system` it acts for the service itself, after the caller's own checks. A bare
 * `db.transaction()` sees nothing.
 */
export interface PhotoStore {
  /** Encrypts, writes the objects, then the row in the caller's transaction. Throws if (bucket, path) is taken or the owner was erased. */
  save(tx: SystemDb | Tx, photo: SavePhoto): Promise<PhotoObject>;
  /** Null if the photo does not exist or was deleted, or if its key was destroyed. */
  find(db: SystemDb | Tx, id: string): Promise<PhotoObject | null>;
  findByPath(db: SystemDb | Tx, bucket: Bucket, path: string): Promise<PhotoObject | null>;
  /** The decrypted bytes, or null as for `find`. Throws if the stored bytes were changed. */
  read(db: SystemDb | Tx, id: string, variant?: Variant): Promise<Buffer | null>;
  /**
   * Links that are valid for `expiresIn` seconds (3600 by default, and at most). Ids that do not exist are absent from
   * the map.
   */
  linksFor(
    db: SystemDb | Tx,
    ids: readonly string[],
    options?: { expiresIn?: number },
  ): Promise<Map<string, PhotoLinks>>;
  /** One link. Throws if the photo does not exist. */
  signedUrl(db: SystemDb | Tx, id: string, options?: { for?: Variant; expiresIn?: number }): Promise<string>;
  /**
   * Opens a link of this store. Null if it is forged, expired or revoked, or if its photo was deleted. The four cases look
   * alike.
   */
  open(id: string, query: URLSearchParams): Promise<{ bytes: Buffer; contentType: string } | null>;
  /** Moves a photo to another bucket and path, with the same id and bytes. */
  move(tx: SystemDb | Tx, id: string, to: { bucket: Bucket; path: string }): Promise<void>;
  /**
   * From now on the lead's photos belong to the user: erasing the user erases them, and revoking the user's links
   * revokes theirs.
   */
  adoptLead(tx: SystemDb | Tx, leadId: string, userId: string): Promise<void>;
  /** Removes the row at once and the objects after the commit. */
  delete(tx: SystemDb | Tx, id: string): Promise<void>;
  /**
   * A person lost access. Revokes all existing links to this person's photos, and all links to other people's photos that
   * this person received.
   */
  revokeLinks(tx: SystemDb | Tx, userId: string): Promise<void>;
  /** Destroys the owner's keys and deletes all photos: copies anywhere become unreadable. Returns how many photos there were. */
  erase(tx: SystemDb | Tx, owner: Owner): Promise<number>;
  /** Whether the store answers, its contents, and its free space. */
  measure(): Promise<StoreState>;
  /** Removes objects older than `olderThan_ms` (default one hour) that no row mentions. Returns how many. */
  sweepOrphans(options?: { olderThan_ms?: number }): Promise<number>;
}

/** The whole picture (JPEG) or its small version (WebP). */
export type Variant = 'full' | 'thumb';
