import {
  File,
  FileArchive,
  FileImage,
  FilePlay,
  FileSpreadsheet,
  FileText,
  FileType,
  Folder,
  Mail,
  type LucideIcon,
} from '#app/ui/icons/icons.ts'
import type { FileKind } from '#server/rules/files/files.ts'

type Shown = FileKind | 'folder'

const shapes: Record<Shown, readonly [LucideIcon, className: string]> = {
  pdf: [FileText, 'ft ft-pdf'],
  text: [FileText, 'ft ft-text'],
  office: [FileType, 'ft ft-text'],
  sheet: [FileSpreadsheet, 'ft ft-table'],
  image: [FileImage, 'ft ft-picture'],
  media: [FilePlay, 'ft ft-picture'],
  mail: [Mail, 'ft ft-text'],
  other: [File, 'ft'],
  folder: [Folder, 'ft ft-folder'],
}

const isArchive = /\.(?:zip|7z|rar|tar|gz|tgz)$/i

type Props = {
  kind: Shown
  name?: string
  /** Where the picture of its first page is, for people who can see it. */
  picture?: string | null
}

/** Its first page, or what kind of file it is, by shape and colour. It decorates: the kind is named beside it. */
export function FileIcon({ kind, name = '', picture = null }: Props) {
  if (picture) return <FirstPage src={picture} />
  const [Shape, className] = shapes[kind]
  const Icon = kind === 'other' && isArchive.test(name) ? FileArchive : Shape
  return <Icon className={className} aria-hidden="true" />
}

/**
 * The picture of a first page: it decorates, and keeps its place until it is there. With an empty text w3m prints the
 * name of its address.
 */
export function FirstPage({ src, isLarge = false }: { src: string; isLarge?: boolean }) {
  return (
    <img
      className="thumb"
      src={src}
      width={isLarge ? 44 : 32}
      height={isLarge ? 57 : 42}
      alt=" "
      aria-hidden="true"
      loading={isLarge ? undefined : 'lazy'}
    />
  )
}
