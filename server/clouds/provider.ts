import type { Readable } from 'node:stream'

/** As what a document that has no bytes of its own, such as one of Google’s editors, can be copied. */
export type CloudExport = 'pdf' | 'office'

export type CloudHash = {
  /** `dropbox` is SHA-256 over the SHA-256 of each 4 MiB. */
  kind: 'dropbox' | 'sha1' | 'md5' | 'sha256'
  /** Hexadecimal, lower case. */
  value: string
}

export type CloudItem = {
  /** Opaque; at most 255 characters, without spaces. */
  id: string
  kind: 'folder' | 'file'
  /** As the provider has it: of any length, with any characters. */
  name: string
  /** Null for folders, and for what is exported. */
  bytes: number | null
  /** Milliseconds since 1970. */
  modifiedAt: number | null
  mediaType: string | null
  /** Empty for files with bytes of their own. */
  exports: readonly CloudExport[]
  /** Of the bytes as `open` gives them without `as`. */
  hash: CloudHash | null
  /** Another one as soon as the bytes differ; null for folders. */
  revision: string | null
  /** The item that a shortcut leads to: its id, to be asked for by `item`; null for everything else. */
  target: string | null
}

export type CloudSpace = {
  id: string
  name: string
  /** `drive` is a shared drive, `team` a folder of a team. */
  kind: 'own' | 'shared' | 'drive' | 'team'
}

export type CloudPage = { items: CloudItem[]; /** The cursor of the next page. */ next: string | null }

/** `size` is what is asked for; a provider can give fewer, and still have a next page. */
export type CloudPaging = { size: number; cursor: string | null }

export type CloudBytes = {
  body: Readable
  /** Of what is still to come; null if the provider does not say. */
  bytes: number | null
  /** Where it begins: 0 if the provider gives the whole although a part was asked for. */
  from: number
  revision: string | null
}

/**
 * The storage of one person at one provider, to read only. Every method throws a Problem: cloudDisconnected if the
 * access was taken back, cloudBusy with `wait` in milliseconds, cloudGone, cloudFailed; `open` also cloudTooLarge. A
 * body that breaks off ends with an error; `from` goes on with it. An access token that ends is replaced without a word.
 */
export interface Cloud {
  spaces(signal: AbortSignal): Promise<CloudSpace[]>
  /** Items of a folder, or of the top of a space. */
  list(
    where: { space: string; folder: string | null },
    paging: CloudPaging,
    signal: AbortSignal,
  ): Promise<CloudPage>
  /** By words in names, in every space. */
  search(text: string, paging: CloudPaging, signal: AbortSignal): Promise<CloudPage>
  item(id: string, signal: AbortSignal): Promise<CloudItem>
  /** What is exported begins at 0 always. */
  open(
    item: Pick<CloudItem, 'id' | 'exports' | 'mediaType' | 'revision'>,
    options: { from?: number; as?: CloudExport },
    signal: AbortSignal,
  ): Promise<CloudBytes>
}
