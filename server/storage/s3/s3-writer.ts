import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import type { S3Connection } from './s3-connection.ts'
import { isMissing, nameOf } from './s3-failures.ts'
import { Part } from './s3-part.ts'
import { headerSize, sealedFrameSize } from '#server/storage/sealed/sealing.ts'
import type { HaltingWriter } from '#server/storage/storage.ts'

/** 5,242,880 bytes of plaintext: the smallest part that S3 accepts, encrypted. The first has the header as well. */
export const partSize = 80 * sealedFrameSize
export const firstPartSize = headerSize + partSize

/** What a writer in several goes left in the store, besides its parts. */
export type Mark = {
  /** The multipart upload, once there is a whole part. */
  upload?: string
  /** The parts of which the beginning is kept as an object of its own, by their numbers. */
  begun: number[]
}

/** Where another writer goes on. */
export type Resumed = {
  mark: Mark
  parts: CompletedPart[]
  /** What is kept of the part that was not full. */
  begun: Buffer
  /** Whether the store has more than that. */
  isWrittenOn: boolean
}

/** How many writers can fill a part while another is in transit; beyond that, each holds at most one. */
const writersWithTwoParts = 8

/** The writers in progress in this process. */
export class Crowd {
  readonly #writers = new Set<S3Writer>()

  enter(writer: S3Writer): void {
    this.#writers.add(writer)
  }

  leave(writer: S3Writer): void {
    this.#writers.delete(writer)
  }

  get isLarge(): boolean {
    return this.#writers.size > writersWithTwoParts
  }
}

/**
 * What fits into one part is sent in a single PUT; anything larger is sent part by part, each kept until it has
 * arrived.
 */
export class S3Writer implements HaltingWriter {
  readonly #connection: S3Connection
  readonly #target: { Bucket: string; Key: string }
  readonly #crowd: Crowd
  readonly #leaving = new AbortController()
  #part = new Part(firstPartSize)
  #uploadId: string | undefined
  #parts: CompletedPart[] = []
  #underWay: Promise<void> = Promise.resolve()
  #size = 0
  /** Whether the object may exist under its name: the response to the last call can have been lost. */
  #mayStand = false
  #isCommitted = false
  #aborted: Promise<void> | undefined
  /** Of an object in several goes: abort leaves it for whoever goes on. */
  readonly #mark: Mark | null
  readonly isWrittenOn: boolean

  constructor(connection: S3Connection, key: string, crowd: Crowd, resumed: Resumed | null = null) {
    this.#connection = connection
    this.#target = { Bucket: connection.bucket, Key: key }
    this.#crowd = crowd
    this.#mark = resumed?.mark ?? null
    this.isWrittenOn = resumed?.isWrittenOn ?? false
    if (resumed) this.#goOn(resumed)
    crowd.enter(this)
  }

  #goOn({ mark, parts, begun }: Resumed): void {
    this.#uploadId = mark.upload
    this.#parts = parts
    if (parts.length > 0) this.#part = new Part(partSize)
    this.#part.take(begun)
    this.#size = (parts.length > 0 ? headerSize : 0) + parts.length * partSize + begun.length
  }

  async write(buffers: Buffer[]): Promise<void> {
    try {
      for (const buffer of buffers) {
        for (let at = 0; at < buffer.length;) {
          // Only when more comes: what ends with its first part is not a multipart upload.
          if (this.#part.isFull) await this.#sendPart()
          at += this.#part.take(buffer.subarray(at))
        }
        this.#size += buffer.length
      }
    } catch (error) {
      await this.abort()
      throw error
    }
  }

  async commit(): Promise<void> {
    try {
      this.#leaving.signal.throwIfAborted()
      if (this.#uploadId) await this.#sendLast()
      else await this.#putWhole()
      this.#isCommitted = true
      this.#part.release()
      this.#crowd.leave(this)
      await this.#removeBegun()
    } catch (error) {
      await this.abort()
      throw error
    }
  }

  /** One attempt: the sweep removes what is left. */
  async #removeBegun(): Promise<void> {
    const { Bucket, Key } = this.#target
    for (const part of this.#mark?.begun ?? []) {
      const command = { Bucket, Key: begunKey(Key, part) }
      await this.#connection
        .try((client, options) => client.send(new DeleteObjectCommand(command), options))
        .catch(() => undefined)
    }
  }

  async halt(): Promise<string> {
    if (this.#part.isFull) await this.#sendPart()
    await this.#underWay
    const mark = this.#mark!
    if (this.#uploadId) mark.upload = this.#uploadId
    if (this.#part.size > 0) await this.#keepBegun(mark)
    return JSON.stringify(mark)
  }

  /** Under the part's number: what was kept of an earlier one stays until no mark needs it. */
  async #keepBegun(mark: Mark): Promise<void> {
    const number = this.#parts.length + 1
    const Key = begunKey(this.#target.Key, number)
    if (!mark.begun.includes(number)) mark.begun.push(number)
    await this.#connection.call(
      (client, options) => {
        const body = { Body: this.#part.stream(), ContentLength: this.#part.size }
        const command = { Bucket: this.#target.Bucket, Key, ...body, ServerSideEncryption: 'AES256' as const }
        return client.send(new PutObjectCommand(command), options)
      },
      { limit: this.#limitFor(this.#part) },
    )
  }

  abort(): Promise<void> {
    if (this.#isCommitted) return Promise.resolve()
    return (this.#aborted ??= this.#undo())
  }

  async #sendPart(): Promise<void> {
    this.#uploadId ??= await this.#begin()
    await this.#underWay
    const part = this.#part
    this.#part = new Part(partSize)
    this.#underWay = this.#send(part, this.#uploadId)
    // The next caller to wait for it gets the error.
    this.#underWay.catch(() => undefined)
    if (this.#crowd.isLarge) await this.#underWay
  }

  async #begin(): Promise<string | undefined> {
    const command = { ...this.#target, ServerSideEncryption: 'AES256' as const }
    const { UploadId } = await this.#connection.call(
      (client, options) => client.send(new CreateMultipartUploadCommand(command), options),
      { signal: this.#leaving.signal },
    )
    return UploadId
  }

  async #send(part: Part, UploadId: string | undefined): Promise<void> {
    const PartNumber = this.#parts.length + 1
    const completed: CompletedPart = { PartNumber }
    this.#parts.push(completed)
    const { ETag } = await this.#connection.call(
      (client, options) => {
        const body = { Body: part.stream(), ContentLength: part.size }
        const command = new UploadPartCommand({ ...this.#target, UploadId, PartNumber, ...body })
        return client.send(command, options)
      },
      { limit: this.#limitFor(part), signal: this.#leaving.signal },
    )
    completed.ETag = ETag
    part.release()
  }

  async #sendLast(): Promise<void> {
    if (this.#part.size > 0) await this.#sendPart()
    await this.#underWay
    this.#mayStand = true
    const command = {
      ...this.#target,
      UploadId: this.#uploadId,
      MultipartUpload: { Parts: this.#parts },
    }
    try {
      await this.#connection.call(
        (client, options) => client.send(new CompleteMultipartUploadCommand(command), options),
        { limit: this.#connection.limits.part },
      )
    } catch (error) {
      // An earlier attempt may have succeeded and its response been lost.
      if (nameOf(error) !== 'NoSuchUpload' || !(await this.#standsWhole())) throw error
    }
  }

  async #standsWhole(): Promise<boolean> {
    try {
      const { ContentLength } = await this.#connection.call((client, options) =>
        client.send(new HeadObjectCommand(this.#target), options),
      )
      return ContentLength === this.#size
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async #putWhole(): Promise<void> {
    this.#mayStand = true
    await this.#connection.call(
      (client, options) => {
        const body = { Body: this.#part.stream(), ContentLength: this.#part.size }
        const command = { ...this.#target, ...body, ServerSideEncryption: 'AES256' as const }
        return client.send(new PutObjectCommand(command), options)
      },
      { limit: this.#limitFor(this.#part) },
    )
  }

  /** Small objects get little time: the caller should soon know that the store is unreachable. */
  #limitFor({ size }: Part): number {
    const { call, part } = this.#connection.limits
    return call + ((part - call) * size) / firstPartSize
  }

  /** One attempt each: if the store is down its sweep removes what is left. */
  async #undo(): Promise<void> {
    this.#leaving.abort()
    await this.#underWay.catch(() => undefined)
    if (this.#mark) return this.#crowd.leave(this)
    const { Bucket, Key } = this.#target
    const UploadId = this.#uploadId
    if (UploadId) {
      await this.#connection
        .try((client, options) =>
          client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options),
        )
        .catch(() => undefined)
    }
    if (this.#mayStand) {
      await this.#connection
        .try((client, options) => client.send(new DeleteObjectCommand({ Bucket, Key }), options))
        .catch(() => undefined)
    }
    this.#crowd.leave(this)
  }
}

/** Beside the objects, where the key of the store may write; no object has such a name. */
export const begunPrefix = 'objects/begun/'

/** Where the beginning of a part is kept that is not full yet. */
export function begunKey(key: string, part: number): string {
  return `${begunPrefix}${key.split('/').at(-1)}/${part}`
}
