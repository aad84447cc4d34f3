import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3Client } from '@aws-sdk/client-s3'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import type { S3Config } from '#server/config.ts'

// Slow readers hold a connection each, like the open files of a folder.
const agentOptions = { keepAlive: true, maxSockets: 512, maxFreeSockets: 32 }

// What would be said there goes to our log, as failures.
function saysNothing(): void {}
const logger = {
  trace: saysNothing,
  debug: saysNothing,
  info: saysNothing,
  warn: saysNothing,
  error: saysNothing,
}

/** The SDK, without its own retries, checksums and waiting for "100 Continue". */
export function makeS3Client(config: S3Config, connectMilliseconds: number): S3Client {
  return new S3Client({
    endpoint: config.endpoint.href,
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // A stream can be sent once: S3Connection creates a new one for each attempt.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    logger,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: connectMilliseconds,
      socketTimeout: 0,
      httpAgent: new HttpAgent(agentOptions),
      httpsAgent: new HttpsAgent(agentOptions),
      logger,
    }),
  })
}
