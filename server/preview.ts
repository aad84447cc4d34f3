import type { ActionFunctionArgs } from '@remix-run/node'
import { createStrongroom, type Strongroom } from './strongroom.ts'

/**
 * The build that `npm run preview` gives to remix-serve: one route that hands every request to the application.
 * remix-serve waits for no slow reader and sets no limits, so it is for looking only.
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
