import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { productName } from './rules/product.ts'
import type { Services } from './services.ts'
import { createStrongroom } from './strongroom.ts'

export { createStrongroom, type Strongroom, type StrongroomOptions } from './strongroom.ts'

async function start(): Promise<void> {
  const strongroom = await createStrongroom()
  const { services } = strongroom
  await strongroom.listen()
  await tellOperator(services)
  const hourly = setInterval(() => void sweep(services), 3_600_000).unref()
  setTimeout(
    () =>
      void services.warm().catch((error: unknown) => services.log.error({ err: error }, 'warming up failed')),
    500,
  ).unref()
  void sweep(services)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      clearInterval(hourly)
      void strongroom.close().then(() => process.exit(0))
    })
  }
}

async function sweep(services: Services): Promise<void> {
  await services.sweep().catch((error: unknown) => services.log.error({ err: error }, 'clearing up failed'))
}

/** Says where the server is, and how the first account is made. */
async function tellOperator({ config, accounts }: Services): Promise<void> {
  const { publicUrl, smtpUrl, dataDir } = config
  const lines = [`${productName} is at ${publicUrl.origin}`]
  if (await accounts.isUnclaimed()) {
    lines.push(
      `Make the first account at ${publicUrl.origin}/access/register: it is active at once and is the operator's.`,
    )
  }
  if (!smtpUrl)
    lines.push(`Mail is not sent but kept in ${path.join(dataDir, 'outbox')}; set SMTP_URL to send it.`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  start().catch((error: unknown) => {
    process.stderr.write(
      `${productName} did not start: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exit(1)
  })
}
