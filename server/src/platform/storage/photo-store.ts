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

/** An image as images/ingest.ts makes it. */
export interface PictureBytes {
  readonly jpeg: Buffer;
  /** Small version in WebP, at most 320 px wide. */
  readonly thumb: Buffer;
  readonly width: number;
  readonly height: number;
  /** SHA-256 of `jpeg` in hex. */
  readonly sha256: string;
}

export interface SavePhoto {
  readonly owner: Owner;
  readonly bucket: Bucket;
  /**
   * Path such as `<lead or user id>/<pose>-<uuid>.jpg`. It is unique in its bucket among photos that are not deleted,
   * and contains no names.
   */
  readonly path: string;
  readonly picture: PictureBytes;
}

/**
 * Row of photo_objects. `size` is in bytes, width and height are in pixels. `sha256` is the hash of the JPEG before
 * encryption, in hex.
 */
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

/**
 * Signed links of one photo: `/photos/<id>?e=<expiry>&s=<signature>`, and the same with `&v=thumb` for the small
 * version.
 */
export interface PhotoLinks {
  readonly url: string;
  readonly thumb_url: string;
}

/**
 * Store for images of people. Images are encrypted with the data key of their owner before they reach the object store.
 * A crash leaves at most an object without a row, which `sweepOrphans` removes. It never leaves a row without its
 * object.
 *
 * Row-level security protects the rows. Inside a transaction of `withUser`, `withStaff` or `withSystem`, a call sees
 * the rows of that role. With `system`, a call acts as the service itself, so the caller must check access first.
 * Inside a plain `db.transaction()` it sees no rows.
 */
export interface PhotoStore {
  /**
   * Encrypts the image, writes its objects, then inserts the row in the caller's transaction. Throws if a photo with
   * this bucket and path exists or the owner was erased.
   */
  save(tx: SystemDb | Tx, photo: SavePhoto): Promise<PhotoObject>;
  /** Returns null if the photo does not exist or was deleted, or if its key was destroyed. */
  find(db: SystemDb | Tx, id: string): Promise<PhotoObject | null>;
  findByPath(db: SystemDb | Tx, bucket: Bucket, path: string): Promise<PhotoObject | null>;
  /** Returns the decrypted bytes, or null as for `find`. Throws if the stored bytes were changed. */
  read(db: SystemDb | Tx, id: string, variant?: Variant): Promise<Buffer | null>;
  /**
   * Returns links that are valid for `expiresIn` seconds. The default is 3600, which is also the maximum. Ids that do
   * not exist are absent from the map.
   */
  linksFor(
    db: SystemDb | Tx,
    ids: readonly string[],
    options?: { expiresIn?: number },
  ): Promise<Map<string, PhotoLinks>>;
  /** Returns one link. Throws if the photo does not exist. */
  signedUrl(db: SystemDb | Tx, id: string, options?: { for?: Variant; expiresIn?: number }): Promise<string>;
  /**
   * Opens a link of this store. Returns null if the link is forged, expired or revoked, or if its photo was deleted.
   * The caller cannot distinguish these four cases.
   */
  open(id: string, query: URLSearchParams): Promise<{ bytes: Buffer; contentType: string } | null>;
  /** Moves a photo to another bucket and path. Its id and its bytes stay the same. */
  move(tx: SystemDb | Tx, id: string, to: { bucket: Bucket; path: string }): Promise<void>;
  /**
   * Assigns the lead's photos to the user. Erasing the user then erases the photos, and revoking the user's links
   * revokes the links to the photos.
   */
  adoptLead(tx: SystemDb | Tx, leadId: string, userId: string): Promise<void>;
  /** Marks the row as deleted at once, and removes the objects after the commit. */
  delete(tx: SystemDb | Tx, id: string): Promise<void>;
  /**
   * Revokes all existing links to this person's photos, and all links to other people's photos that this person
   * received. Call it when the person loses access.
   */
  revokeLinks(tx: SystemDb | Tx, userId: string): Promise<void>;
  /**
   * Destroys the owner's keys and marks all photos as deleted. Copies of the photos become unreadable everywhere.
   * Returns the number of photos.
   */
  erase(tx: SystemDb | Tx, owner: Owner): Promise<number>;
  /** Returns whether the store responds, the size of its contents, and its free space. */
  measure(): Promise<StoreState>;
  /**
   * Removes objects of photos that have no row or are marked as deleted, if they are older than `olderThan_ms` (default
   * one hour). Returns the number of removed objects.
   */
  sweepOrphans(options?: { olderThan_ms?: number }): Promise<number>;
}

/** The whole image (JPEG) or its small version (WebP). */
export type Variant = 'full' | 'thumb';
