import type { MetaFunction } from '@remix-run/node'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product.ts'
import { loader as load } from '../../web/loader.server.ts'

/** The page of what is not there, under an address of its own. */
export const loader = load(async (): Promise<null> => {
  throw new Problem('notFound')
})

export const meta: MetaFunction = () => [{ title: `Nothing here – ${productName}` }]

export default function Missing() {
  return null
}
