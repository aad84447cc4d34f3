import { useRouteLoaderData } from '@remix-run/react'

export const noticeKinds = ['good', 'warn', 'bad'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The outcome of the last form: it worked, it needs attention, or it failed. */
export type NoticeText = { text: string; kind: NoticeKind }

/** Something about the browser or the version, above everything else; `link` is the one thing to do about it. */
export type Banner = { name: string; text: string; link?: { label: string; to: string } }

/** What the root of every page loads: what its forms carry, what was just done, and what is said above it. */
export type RootData = {
  formToken: string
  buildId: string
  notice: NoticeText | null
  banners: Banner[]
}

const nothing: RootData = { formToken: '', buildId: '', notice: null, banners: [] }

export function useRootData(): RootData {
  return (useRouteLoaderData('root') as RootData | undefined) ?? nothing
}
