export type S3Server = {
  env: Record<
    'TEST_S3_ENDPOINT' | 'TEST_S3_BUCKET' | 'TEST_S3_ACCESS_KEY_ID' | 'TEST_S3_SECRET_ACCESS_KEY',
    string
  >
  stop(): Promise<void>
}

export function startS3(folder: string): Promise<S3Server | null>
