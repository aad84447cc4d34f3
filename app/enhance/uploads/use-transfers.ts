import { useSyncExternalStore } from 'react'
import type { Transfer, Transfers } from './transfers.ts'

const none: readonly Transfer[] = []
const nothing = () => () => undefined

/** The files of a tray, as they are; none before its script runs. */
export function useTransfers(transfers: Transfers | null): readonly Transfer[] {
  return useSyncExternalStore(transfers?.subscribe ?? nothing, transfers?.items ?? (() => none), () => none)
}
