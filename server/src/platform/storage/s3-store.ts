import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { StorageConfig } from '../config/config.ts';
import { assertKey, type ObjectStore, StoreAwayError, type StoredObject } from './object-store.ts';

type S3Config = Extract<StorageConfig, { kind: 's3' }>;

/** Milliseconds for one object, retries included. The limit is short because a person waits for the response. */
const PATIENCE_MS = 10_000;

/**
 * Stores objects in one bucket of S3 or of a compatible server. The server stores an object completely or not at all.
 * Photos are encrypted before they reach this store.
 */
export function createS3Store(config: S3Config, patience_ms = PATIENCE_MS): ObjectStore {
  const client = clientFor(config, patience_ms);
  const Bucket = config.bucket;
  const within = <T>(ask: (inTime: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> =>
    ask({ abortSignal: AbortSignal.timeout(patience_ms) }).catch(throwAway);
  return {
    async put(key, bytes) {
      const object = { Bucket, Key: assertKey(key), Body: bytes, ContentType: 'application/octet-stream' };
      await within((inTime) => client.send(new PutObjectCommand(object), inTime));
    },
    async get(key) {
      const object = { Bucket, Key: assertKey(key) };
      return within(async (inTime) => {
        const { Body } = await client.send(new GetObjectCommand(object), inTime).catch(absentAsNothing);
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      });
    },
    async delete(key) {
      const object = { Bucket, Key: assertKey(key) };
      await within((inTime) => client.send(new DeleteObjectCommand(object), inTime));
    },
    async *list(Prefix): AsyncIterable<StoredObject> {
      let ContinuationToken: string | undefined;
      do {
        const next = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const page = await within((inTime) => client.send(next, inTime));
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key) yield { key: Key, modifiedAt: LastModified ?? new Date(0) };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    async room() {
      await within((inTime) => client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), inTime));
      return { free_bytes: null, total_bytes: null };
    },
  };
}

/** Creates the client. Servers other than Amazon's need the bucket in the path and support only the older checksums. */
function clientFor({ endpoint, region, accessKeyId, secretAccessKey }: S3Config, patience_ms: number): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: patience_ms / 2, requestTimeout: patience_ms, throwOnRequestTimeout: true },
    ...(endpoint && {
      endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
  });
}

function absentAsNothing(error: unknown): { Body?: undefined } {
  if (error instanceof NoSuchKey) return {};
  throw error;
}

/**
 * Throws `StoreAwayError` if the server did not respond in time, or asked to try again later. Any other refusal, for
 * example of a wrong key, is a fault and is thrown unchanged.
 */
function throwAway(error: unknown): never {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  if (status >= 300 && status < 500 && status !== 429) throw error;
  throw new StoreAwayError('the photo store does not answer', { cause: error });
}
