import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type Part as ListedPart,
} from '@aws-sdk/client-s3'
import type { S3Connection } from './s3-connection.ts'
import { isMissing, nameOf } from './s3-failures.ts'
import { begunKey, begunPrefix, firstPartSize, partSize, type Mark, type Resumed } from './s3-writer.ts'
import { ObjectMissing, type Halted } from '#server/storage/storage.ts'

/** What the store has of an object that was halted. Throws ObjectMissing if that is not all of it. */
export async function findHalted(
  connection: S3Connection,
  key: string,
  { bytes, mark: noted }: Halted,
): Promise<Resumed> {
  const mark = markFrom(noted)
  const count = bytes < firstPartSize ? 0 : 1 + Math.floor((bytes - firstPartSize) / partSize)
  const left = bytes - (count === 0 ? 0 : firstPartSize + (count - 1) * partSize)
  const [listed, begun] = await Promise.all([
    mark.upload ? partsOf(connection, key, mark.upload) : [],
    begunOf(connection, begunKey(key, count + 1), left),
  ])
  const isLost = bytes === 0 && !mark.upload && (await hasUnnoted(connection, key))
  const parts = listed.slice(0, count).map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
  if (parts.length < count) throw new ObjectMissing(key)
  return { mark, parts, begun: begun.bytes, isWrittenOn: isLost || begun.isLonger || listed.length > count }
}

/** Removes what was halted. */
export async function forgetHalted(connection: S3Connection, key: string, noted: string): Promise<void> {
  const { upload: UploadId, begun } = markFrom(noted)
  const target = { Bucket: connection.bucket, Key: key }
  if (UploadId) {
    await connection
      .call((client, options) =>
        client.send(new AbortMultipartUploadCommand({ ...target, UploadId }), options),
      )
      .catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
  }
  for (const part of begun) await removeKey(connection, begunKey(key, part))
}

/** Removes beginnings of parts from before that time, and says how many. */
export async function sweepBegun(connection: S3Connection, before: number): Promise<number> {
  const command = { Bucket: connection.bucket, Prefix: begunPrefix, MaxKeys: 200 }
  let removed = 0
  for (let StartAfter: string | undefined; ;) {
    const { Contents = [], IsTruncated } = await connection.call((client, options) =>
      client.send(new ListObjectsV2Command({ ...command, StartAfter }), options),
    )
    for (const { Key = '', LastModified } of Contents) {
      if ((LastModified?.getTime() ?? Infinity) >= before) continue
      await removeKey(connection, Key)
      removed++
    }
    StartAfter = Contents.at(-1)?.Key
    if (!IsTruncated) return removed
  }
}

function markFrom(noted: string): Mark {
  return noted === '' ? { begun: [] } : (JSON.parse(noted) as Mark)
}

/** Stores say it in different words that there is no such multipart upload. */
function isGone(error: unknown): boolean {
  return nameOf(error) === 'NoSuchUpload' || isMissing(error)
}

async function partsOf(connection: S3Connection, key: string, UploadId: string): Promise<ListedPart[]> {
  const target = { Bucket: connection.bucket, Key: key, UploadId }
  const all: ListedPart[] = []
  for (let PartNumberMarker: string | undefined; ;) {
    const page = await connection
      .call((client, options) => client.send(new ListPartsCommand({ ...target, PartNumberMarker }), options))
      .catch((error: unknown) => {
        throw isGone(error) ? new ObjectMissing(key) : error
      })
    all.push(...(page.Parts ?? []))
    if (!page.IsTruncated) return all
    PartNumberMarker = page.NextPartNumberMarker
  }
}

/** Whether parts were sent of which nothing was ever noted. */
async function hasUnnoted(connection: S3Connection, key: string): Promise<boolean> {
  const command = { Bucket: connection.bucket, Prefix: key, MaxUploads: 1 }
  const { Uploads = [] } = await connection.call((client, options) =>
    client.send(new ListMultipartUploadsCommand(command), options),
  )
  return Uploads.length > 0
}

/** The beginning of a part, and whether more is kept of it than that. Throws ObjectMissing. */
async function begunOf(
  connection: S3Connection,
  Key: string,
  bytes: number,
): Promise<{ bytes: Buffer; isLonger: boolean }> {
  const target = { Bucket: connection.bucket, Key }
  if (bytes === 0) return { bytes: Buffer.alloc(0), isLonger: await isThere(connection, target) }
  const command = { ...target, Range: `bytes=0-${bytes - 1}` }
  const found = await connection
    .call(
      async (client, options) => {
        const { Body, ContentRange = '' } = await client.send(new GetObjectCommand(command), options)
        const kept = Number(ContentRange.split('/')[1] ?? bytes)
        return { bytes: Buffer.from(await Body!.transformToByteArray()), isLonger: kept > bytes }
      },
      { limit: connection.limits.part },
    )
    .catch((error: unknown) => {
      throw isMissing(error) ? new ObjectMissing(Key) : error
    })
  if (found.bytes.length < bytes) throw new ObjectMissing(Key)
  return found
}

async function isThere(connection: S3Connection, target: { Bucket: string; Key: string }): Promise<boolean> {
  try {
    await connection.call((client, options) => client.send(new HeadObjectCommand(target), options))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function removeKey(connection: S3Connection, Key: string): Promise<void> {
  await connection.call((client, options) =>
    client.send(new DeleteObjectCommand({ Bucket: connection.bucket, Key }), options),
  )
}
