import { expect, test } from 'vitest'
import { docx, odp, ods, odt, rtf, xlsx } from '#server/converting/packages/test-documents.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare, openShare } from '#tests/support/world/make.ts'

const { app, operator: sender } = await makeWorld()

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
