import type { ComponentProps } from 'react'
import { AreaHead, type Crumb } from './area-head.tsx'

type Props = { back: Crumb } & Omit<ComponentProps<typeof AreaHead>, 'crumbs'>

/** The head of a page that lies right below another. */
export function BackHead({ back, ...head }: Props) {
  return <AreaHead crumbs={[back]} {...head} />
}
