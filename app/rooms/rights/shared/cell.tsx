import { ruleName } from '#server/rules/rooms/room-right-labels.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import { LevelIcon, tintOf } from './levels.tsx'

export type ShownCellLink = {
  level: RuleCode
  isOwn: boolean
  isOpen: boolean
  title: string
  /** Where it is changed. */
  to: string
}

type Props = {
  cell: ShownCellLink
  /** Whether the page itself says if it is set here. */
  isSaidBeside?: boolean
}

/** What applies to one person or group on one folder, as an icon and a word that lead to where it is changed. */
export function Cell({ cell: { level, isOwn, isOpen, title, to }, isSaidBeside = false }: Props) {
  return (
    <a
      className={`cell ${tintOf(level)}${isOwn ? ' own' : ''}`}
      href={to}
      title={title}
      aria-current={isOpen ? 'true' : undefined}
    >
      <LevelIcon code={level} />
      <span className="word">{ruleName(level)}</span>
      {isSaidBeside ? null : <span className="unseen">, {isOwn ? 'set here' : 'inherited'}</span>}
    </a>
  )
}
