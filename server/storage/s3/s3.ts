import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3'
import { isGuid } from '#server/rules/text/guid.ts'
import { S3Connection, type S3Deps } from './s3-connection.ts'
import { isMissing, nameOf } from './s3-failures.ts'
import { findHalted, forgetHalted, sweepBegun } from './s3-halted.ts'
import { S3Reader } from './s3-reader.ts'
import { explain } from './s3-start.ts'
import { Crowd, S3Writer } from './s3-writer.ts'
import {
  ObjectMissing,
  type Halted,
  type HaltingWriter,
  type Storage,
  type StorageReader,
  type StorageWriter,
  type StoredName,
} from '#server/storage/storage.ts'

const prefix = 'objects/'
// A page with more names would block everything else while it is parsed.
const namesPerPage = 200

/**
 * Opens the objects of a bucket: objects/<guid>. The bucket belongs to one installation and is not created here. Throws
 * an Error for the operator that names the setting to check if the bucket cannot be used.
 */
export async function openS3Storage(deps: S3Deps): Promise<Storage> {
  const connection = new S3Connection(deps)
  try {
    // A list, since its refusal says why: the response to a HEAD has no text.
    const command = { Bucket: connection.bucket, Prefix: prefix, MaxKeys: 1 }
    await connection.try((client, options) => client.send(new ListObjectsV2Command(command), options))
  } catch (error) {
    throw new Error(explain(error, deps.config), { cause: error })
  }
  return new S3Storage(connection)
}

class S3Storage implements Storage {
  readonly tellsEnd = false
  readonly #connection: S3Connection
  readonly #crowd = new Crowd()

  constructor(connection: S3Connection) {
    this.#connection = connection
  }

  async put(name: string): Promise<StorageWriter> {
    return new S3Writer(this.#connection, keyOf(name), this.#crowd)
  }

  async resume(name: string, from: Halted): Promise<HaltingWriter> {
    const found = await findHalted(this.#connection, keyOf(name), from)
    return new S3Writer(this.#connection, keyOf(name), this.#crowd, found)
  }

  async forget(name: string, mark: string): Promise<void> {
    await forgetHalted(this.#connection, keyOf(name), mark)
    await this.remove(name)
  }

  async open(name: string): Promise<StorageReader> {
    return S3Reader.open(this.#connection, { name, key: keyOf(name) })
  }

  async size(name: string): Promise<number> {
    const target = { Bucket: this.#connection.bucket, Key: keyOf(name) }
    try {
      const { ContentLength } = await this.#connection.call((client, options) =>
        client.send(new HeadObjectCommand(target), options),
      )
      return ContentLength ?? 0
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(name) : error
    }
  }

  async remove(name: string): Promise<void> {
    const target = { Bucket: this.#connection.bucket, Key: keyOf(name) }
    await this.#connection.call((client, options) => client.send(new DeleteObjectCommand(target), options))
  }

  async *list(): AsyncIterable<StoredName> {
    let from: string | undefined
    do {
      const command = {
        Bucket: this.#connection.bucket,
        Prefix: prefix,
        MaxKeys: namesPerPage,
        ContinuationToken: from,
      }
      const page = await this.#connection.call((client, options) =>
        client.send(new ListObjectsV2Command(command), options),
      )
      for (const { Key, Size = 0, LastModified } of page.Contents ?? []) {
        const name = nameFrom(Key)
        if (name) yield { name, size: Size, modifiedAt: LastModified?.getTime() ?? 0 }
      }
      from = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (from)
  }

  async sweep(before: number): Promise<number> {
    let removed = await sweepBegun(this.#connection, before)
    for await (const upload of this.#unfinished(before)) {
      await this.#abandon(upload)
      removed++
    }
    return removed
  }

  async check(): Promise<void> {
    const command = { Bucket: this.#connection.bucket }
    await this.#connection.call((client, options) => client.send(new HeadBucketCommand(command), options), {
      tries: 1,
      limit: this.#connection.limits.connect,
    })
  }

  async freeBytes(): Promise<null> {
    return null
  }

  async *#unfinished(before: number): AsyncIterable<MultipartUpload> {
    let from: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {}
    for (;;) {
      const command = { Bucket: this.#connection.bucket, Prefix: prefix, MaxUploads: namesPerPage, ...from }
      const page: ListMultipartUploadsCommandOutput = await this.#connection.call((client, options) =>
        client.send(new ListMultipartUploadsCommand(command), options),
      )
      for (const upload of page.Uploads ?? []) {
        // Never one whose age is unknown.
        const begunAt = upload.Initiated?.getTime() ?? Infinity
        if (begunAt < before && nameFrom(upload.Key)) yield upload
      }
      if (!page.IsTruncated) return
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }

  async #abandon({ Key, UploadId }: MultipartUpload): Promise<void> {
    const command = { Bucket: this.#connection.bucket, Key, UploadId }
    try {
      await this.#connection.call((client, options) =>
        client.send(new AbortMultipartUploadCommand(command), options),
      )
    } catch (error) {
      // Its own process, or another that sweeps, was faster.
      if (nameOf(error) !== 'NoSuchUpload') throw error
    }
  }
}

function keyOf(name: string): string {
  if (!isGuid(name)) throw new Error('The name of a stored object is a guid')
  return `${prefix}${name}`
}

function nameFrom(key: string | undefined): string | null {
  const name = key?.slice(prefix.length) ?? ''
  return isGuid(name) ? name : null
}
