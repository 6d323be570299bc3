import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { StorageConfig } from '../config/config.ts';
import { assertKey, type ObjectStore, type StoredObject } from './object-store.ts';

type S3Config = Extract<StorageConfig, { kind: 's3' }>;

/** Objects in one bucket of S3 or of a server that speaks it. A put is atomic there; what arrives is encrypted already. */
export function createS3Store(config: S3Config): ObjectStore {
  const client = clientFor(config);
  const Bucket = config.bucket;
  return {
    async put(key, bytes) {
      await client.send(
        new PutObjectCommand({ Bucket, Key: assertKey(key), Body: bytes, ContentType: 'application/octet-stream' }),
      );
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: assertKey(key) }));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: assertKey(key) }));
    },
    list: (prefix) => list(client, Bucket, prefix),
  };
}

/** Servers other than Amazon's want the bucket in the path and know only the checksums of old. */
function clientFor({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    ...(endpoint && {
      endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
  });
}

async function* list(client: S3Client, Bucket: string, Prefix: string): AsyncIterable<StoredObject> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key) yield { key: Key, modifiedAt: LastModified ?? new Date(0) };
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}
