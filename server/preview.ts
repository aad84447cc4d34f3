import type { ActionFunctionArgs } from '@remix-run/node'
import { createStrongroom, type Strongroom } from './strongroom.ts'

/**
 * The build that `npm run preview` gives to remix-serve: one route that passes every request to the application.
 * remix-serve does not wait for slow readers and sets no limits, so it is for previewing only.
 */
let opened: Promise<Strongroom> | undefined

async function open(): Promise<Strongroom> {
  const strongroom = await createStrongroom()
  strongroom.services.jobs.start()
  return strongroom
}

async function hand({ request }: ActionFunctionArgs): Promise<Response> {
  const { handle } = await (opened ??= open())
  return handle(request, { ip: '', userAgent: request.headers.get('user-agent') ?? '' })
}

export const routes = { root: { id: 'root', path: '*', module: { loader: hand, action: hand } } }

export {
  assets,
  assetsBuildDirectory,
  basename,
  entry,
  future,
  isSpaMode,
  mode,
  publicPath,
} from 'virtual:remix/server-build'
