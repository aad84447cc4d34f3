import type { MetaFunction, SerializeFrom } from '@remix-run/node'
import { productName } from '#server/rules/product/product.ts'

/**
 * The title of a page, as its route exports it: what the page is, before the name of the product. One that is named
 * after what it shows has the product's name alone where that could not be loaded.
 */
export function titled<Loader = unknown>(
  text: string | ((data: SerializeFrom<Loader>) => string),
): MetaFunction<Loader> {
  return ({ data }) => {
    if (typeof text === 'string') return [{ title: fullTitle(text) }]
    return [{ title: data ? fullTitle(text(data as SerializeFrom<Loader>)) : productName }]
  }
}

/** The title that a layout gives a page whose content failed: the failure's own. */
export function titledOnFailure(titleOf: (error: unknown) => string): MetaFunction {
  return ({ error }) => [{ title: error ? fullTitle(titleOf(error)) : productName }]
}

/** What a page is, before the name of the product. */
export function fullTitle(text: string): string {
  return `${text} – ${productName}`
}
