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
} from 'lucide-react'
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

/** A picture of what something in a data room is, from the drawings of its page; the word is beside it. */
export function ItemIcon({ kind }: { kind: ItemKind }) {
  return (
    <svg className={classes[kind] ? `ft ft-${classes[kind]}` : 'ft'} aria-hidden="true">
      {/* Older browsers know the name with its prefix only. */}
      <use xlinkHref={`#${drawingOf(kind)}`} />
    </svg>
  )
}

function drawingOf(kind: ItemKind): string {
  return `drawing-${kind}`
}
