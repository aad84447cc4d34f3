import {
  Clapperboard,
  File,
  FileSpreadsheet,
  FileText,
  Folder,
  Image,
  Mail,
  NotebookText,
  ScrollText,
  type LucideIcon,
} from '#app/ui/icons/icons.ts'
import type { FileKind } from '#server/rules/files/files.ts'

const icons: Record<FileKind | 'folder', LucideIcon> = {
  folder: Folder,
  pdf: FileText,
  image: Image,
  text: NotebookText,
  office: ScrollText,
  sheet: FileSpreadsheet,
  mail: Mail,
  media: Clapperboard,
  other: File,
}

/** The kinds with a colour of their own. */
const classes: Partial<Record<FileKind | 'folder', string>> = {
  folder: 'folder',
  pdf: 'pdf',
  office: 'text',
  text: 'text',
  sheet: 'table',
  image: 'picture',
}

type ItemKind = keyof typeof icons

/** The drawings that the rows of a table point at: drawn again in each of 200 rows they took a tenth of its page. */
export function ItemDrawings({ rows }: { rows: readonly { kind: ItemKind; picture?: string | null }[] }) {
  const drawn = new Set(rows.filter(({ picture }) => !picture).map(({ kind }) => kind))
  return (
    <svg className="unseen" aria-hidden="true">
      {[...drawn].map((kind) => {
        const Icon = icons[kind]
        return (
          <symbol key={kind} id={drawingOf(kind)} viewBox="0 0 24 24">
            <Icon />
          </symbol>
        )
      })}
    </svg>
  )
}

// Older browsers know the attribute with its prefix only.
const uses = Object.fromEntries(
  Object.keys(icons).map((kind) => [
    kind,
    { __html: `<use xlink:href="#${drawingOf(kind as ItemKind)}"></use>` },
  ]),
) as Record<ItemKind, { __html: string }>

/**
 * A picture of what something in a data room is, from the drawings of its page; the word is beside it. What it consists
 * of is one of nine constants.
 */
export function ItemIcon({ kind }: { kind: ItemKind }) {
  const className = classes[kind] ? `ft ft-${classes[kind]}` : 'ft'
  return <svg className={className} aria-hidden="true" dangerouslySetInnerHTML={uses[kind]} />
}

function drawingOf(kind: ItemKind): string {
  return `drawing-${kind}`
}
