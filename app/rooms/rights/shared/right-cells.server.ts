import { rightName, ruleName, rulesToChoose, sourceLabel } from '#server/rules/rooms/room-right-labels.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { codeOf } from '#server/rooms/rights/rights-forms.ts'
import type { RightHolder } from '#server/rooms/rights/right-holders.ts'
import type { RightCell, RightItem } from '#server/rooms/rights/right-levels.ts'
import type { ShownCellLink } from './cell.tsx'
import type { ShownCell } from './cell-panel.tsx'

/** A selection of a permission, ready to display. `nameOf` gives the names of the folders above. */
export function shownCell(
  { rule, reason, above }: RightCell,
  holder: RightHolder,
  item: Pick<RightItem, 'guid' | 'name'> & { isRoot: boolean },
  nameOf: (itemGuid: string) => string,
): ShownCell {
  const isContributor = holder.role === roles.contributor
  const choices = rulesToChoose({ isRoot: item.isRoot, isContributor })
  const kept = rule === null || choices.includes(rule) ? choices : [...choices, rule]
  const name = item.isRoot ? 'the whole room' : item.name
  return {
    label: `${holder.email ?? holder.name} on ${name}`,
    was: codeOf(rule),
    options: [
      {
        value: 'above',
        label: item.isRoot
          ? `From role (${rightName(above.right)})`
          : `Inherited (${rightName(above.right)})`,
      },
      ...kept.map((code) => ({
        value: codeOf(code),
        label: item.isRoot && code === 0 ? 'Only selected folders' : ruleName(code),
      })),
    ],
    right: rightName(reason.right),
    source: sourceLabel(reason, item.guid, nameOf),
  }
}

/** What applies to `who` on a folder or a file, ready to display as a link to where it is changed. */
export function shownCellLink(
  { rule, reason }: RightCell,
  {
    who,
    item,
    nameOf,
  }: { who: string; item: { guid: string; name: string }; nameOf: (guid: string) => string },
  { to, isOpen }: { to: string; isOpen: boolean },
): ShownCellLink {
  const what = `${rightName(reason.right)}, ${sourceLabel(reason, item.guid, nameOf)}`
  return {
    level: reason.right ?? -1,
    isOwn: rule !== null,
    isOpen,
    title: `${who} · ${item.name} · ${what}`,
    to: `${to}#why`,
  }
}
