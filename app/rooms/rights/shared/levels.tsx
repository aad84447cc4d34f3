import { Legend } from '#app/ui/charts/legend.tsx'
import {
  CornerDownRight,
  Download,
  Eye,
  EyeOff,
  Plus,
  Printer,
  type LucideIcon,
} from '#app/ui/icons/icons.ts'
import { ruleName } from '#server/rules/rooms/room-right-labels.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'

const levels: { code: RuleCode; Icon: LucideIcon }[] = [
  { code: -1, Icon: EyeOff },
  { code: 0, Icon: CornerDownRight },
  { code: 1, Icon: Eye },
  { code: 2, Icon: Printer },
  { code: 3, Icon: Download },
  { code: 4, Icon: Plus },
]

/** The drawings that the cells of a map point at: each cell drawn again would make the page several times as large. */
export function LevelDrawings() {
  return (
    <svg className="unseen" aria-hidden="true">
      {levels.map(({ code, Icon }) => (
        <symbol key={code} id={drawingOf(code)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  )
}

export function LevelIcon({ code }: { code: RuleCode }) {
  return (
    <svg className="i" aria-hidden="true">
      {/* Older browsers know the name with its prefix only. */}
      <use xlinkHref={`#${drawingOf(code)}`} />
    </svg>
  )
}

/** What each colour and icon of the map means. */
export function LevelLegend() {
  return (
    <Legend
      keys={[
        ...levels.map(({ code }) => ({
          key: (
            <>
              <i className={`key ${tintOf(code)}`} />
              <LevelIcon code={code} />
            </>
          ),
          words: ruleName(code),
        })),
        { key: <i className="key own" />, words: 'Set here; all others are inherited' },
      ]}
    />
  )
}

/** The class that colours a level. */
export function tintOf(code: RuleCode): string {
  return code === -1 ? 'no-0' : `p${code}`
}

function drawingOf(code: RuleCode): string {
  return `level-${code === -1 ? 'hidden' : code}`
}
