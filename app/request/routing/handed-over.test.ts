import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { writeDataWhenRead } from './handed-over.server.ts'

/** A page whose data says when someone looks at it, and a document that reads what is handed over, or does not. */
function pageOf(data: object, readsIt: boolean) {
  const build = {
    entry: {
      module: {
        default: async (
          _: Request,
          status: number,
          headers: Headers,
          context: { serverHandoffStream: BodyInit },
        ) => new Response(readsIt ? context.serverHandoffStream : 'no script', { status, headers }),
      },
    },
    routes: { page: { id: 'page', path: '', module: { default: () => null, loader: () => data } } },
    assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '1' },
    future: { v3_singleFetch: true },
    publicPath: '/',
    assetsBuildDirectory: '',
    isSpaMode: false,
  }
  return createRequestHandler(build as unknown as ServerBuild, 'production')
}

test('the data of a page is written for its script only when that is read', async () => {
  writeDataWhenRead()
  let looks = 0
  const data = {
    get name() {
      looks += 1
      return 'note.txt'
    },
  }
  const without = await pageOf(data, false)(new Request('http://localhost/'))
  expect(await without.text()).toBe('no script')
  expect(looks).toBe(0)
  const withScript = await pageOf(data, true)(new Request('http://localhost/'))
  expect(await withScript.text()).toContain('note.txt')
  expect(looks).toBeGreaterThan(0)
})
