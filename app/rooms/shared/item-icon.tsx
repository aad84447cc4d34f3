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

/** A picture of what something in a data room is; the word is beside it. */
export function ItemIcon({ kind }: { kind: FileKind | 'folder' }) {
  const Icon = icons[kind]
  return (
    <Icon
      className={kind === 'folder' ? 'icon item-icon item-folder' : 'icon item-icon'}
      aria-hidden="true"
    />
  )
}
