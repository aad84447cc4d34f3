import { randomBytes } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Config } from '#server/config.ts'

/** The environment of a server that keeps its files in the S3 store that tests use. */
export function storeEnv({
  endpoint = process.env['TEST_S3_ENDPOINT']!,
  bucket = process.env['TEST_S3_BUCKET']!,
} = {}): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: process.env['TEST_S3_ACCESS_KEY_ID']!,
    S3_SECRET_ACCESS_KEY: process.env['TEST_S3_SECRET_ACCESS_KEY']!,
    S3_FORCE_PATH_STYLE: 'on',
  }
}

/** A bucket for one test on the S3 store that tests use: what is cleared up in it is no one else's. */
export class Bucket {
  readonly config: S3Config
  readonly #client: S3Client

  private constructor(config: S3Config, client: S3Client) {
    this.config = config
    this.#client = client
  }

  static async make(): Promise<Bucket> {
    const config = {
      endpoint: new URL(process.env['TEST_S3_ENDPOINT']!),
      bucket: `test-${randomBytes(8).toString('hex')}`,
      region: 'us-east-1',
      accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID']!,
      secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY']!,
      forcePathStyle: true,
    }
    const { endpoint, region, forcePathStyle, ...credentials } = config
    const client = new S3Client({ endpoint: endpoint.href, region, forcePathStyle, credentials })
    await client.send(new CreateBucketCommand({ Bucket: config.bucket }))
    return new Bucket(config, client)
  }

  /** The environment of a server that keeps its files here, by the way of `endpoint` where one is given. */
  env(endpoint = this.config.endpoint.origin): Record<string, string> {
    return storeEnv({ endpoint, bucket: this.config.bucket })
  }

  /** Names of the objects in it, without their folder. */
  async names(): Promise<string[]> {
    const { Contents = [] } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.config.bucket }),
    )
    return Contents.map(({ Key = '' }) => Key.replace(/^.*\//, ''))
  }

  /** Uploads in parts that were begun and neither completed nor aborted. */
  async unfinished(): Promise<{ Key: string; UploadId: string }[]> {
    const { Uploads = [] } = await this.#client.send(
      new ListMultipartUploadsCommand({ Bucket: this.config.bucket }),
    )
    return Uploads.map(({ Key = '', UploadId = '' }) => ({ Key, UploadId }))
  }

  async remove(): Promise<void> {
    const Bucket = this.config.bucket
    for (const upload of await this.unfinished()) {
      await this.#client.send(new AbortMultipartUploadCommand({ Bucket, ...upload }))
    }
    for (;;) {
      const { Contents = [] } = await this.#client.send(new ListObjectsV2Command({ Bucket }))
      if (Contents.length === 0) break
      for (const { Key } of Contents) await this.#client.send(new DeleteObjectCommand({ Bucket, Key }))
    }
    await this.#client.send(new DeleteBucketCommand({ Bucket }))
    this.#client.destroy()
  }
}
