import { afterAll, beforeAll, expect, test } from 'vitest'
import { docx, odp, ods, odt, rtf, xlsx } from '#server/converting/test-documents.ts'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeOperator, makeShare, openShare } from '#tests/support/world/make.ts'

let app: App
let sender: Browser

beforeAll(async () => {
  app = await startApp({ config: { renderWorkers: 1 } })
  sender = await makeOperator(app)
})
afterAll(() => app.close())

test.each([
  ['agreement.docx', docx(['Purchase agreement'])],
  ['agreement.odt', odt('Purchase agreement')],
  ['agreement.rtf', rtf('Purchase agreement')],
  ['costs.xlsx', xlsx([['Purchase agreement']])],
  ['costs.ods', ods([['Purchase agreement']])],
  ['talk.odp', odp('Purchase agreement')],
])('%s is shared and read as pages', async (name, bytes) => {
  const guid = await makeShare(app, sender, { file: { name, type: 'application/octet-stream', bytes } })
  const reader = await openShare(app, guid)
  const image = await reader.open(`/view/${guid}/page/1?width=800`)
  expect([image.status, image.headers.get('content-type')?.startsWith('image/')]).toEqual([200, true])
})
