import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { answering, WrongUsage } from '#server/cli/answer.ts'
import { readEmail } from '#server/cli/arguments.ts'
import { columns } from '#server/cli/columns.ts'
import { withProgress } from '#server/cli/progress.ts'
import { Connection, endOf, shown } from './connection.ts'
import { uploadFile } from './upload-file.ts'

type ShareOptions = {
  to: string[]
  expires?: string
  download: boolean
  print: boolean
  forward?: true
  watermark: string
  message: string
}

const shareList = z.object({
  Shares: z.array(
    z.looseObject({
      ShareGuid: z.string(),
      ShareTime: z.string(),
      DocumentPath: z.string(),
      ShareStatus: z.string(),
      RecipientsDisplay: z.array(z.string()),
      RecipientsCount: z.number(),
      ViewFirstTime: z.string(),
    }),
  ),
})
export type Share = z.output<typeof shareList>['Shares'][number]

/** `share`, `shares` and `unshare`. */
export function addSharingCommands(remote: Command): void {
  addShare(remote)
  const shares = remote
    .command('shares')
    .description('list what you share, the newest first')
    .option('--all', 'all of it, not only the newest')
    .addHelpText('after', '\nExample:\n  strongroom remote shares --json')
  answering(shares, async ({ all }: { all?: true }) => {
    const found = await sharesOf(await Connection.open(), all === true)
    const rows = found.map((one) => [
      one.ShareGuid,
      one.ShareTime.slice(0, 10),
      one.ShareStatus,
      shown(one.DocumentPath),
      peopleOf(one),
    ])
    const heading = ['ID', 'Shared', 'Status', 'File', 'With']
    return { lines: rows.length > 0 ? columns([heading, ...rows]) : ['You share nothing.'], data: found }
  })
  const unshare = remote
    .command('unshare')
    .description('close a share to its recipients from now on')
    .argument('<share>', 'its link or its ID, as "shares" lists it')
    .addHelpText('after', '\nExample:\n  strongroom remote unshare https://rooms.example.org/file/…')
  answering(unshare, async (typed: string) => {
    const guid = shareGuidIn(typed)
    if (guid === null) throw new WrongUsage(`"${typed}" is no share. Give its link or its ID.`)
    await (await Connection.open()).post('/v3/shares/disable', { ShareGuid: guid })
    return { lines: ['Unshared: its recipients can’t open it any more.'], data: { ShareGuid: guid } }
  })
}

function addShare(remote: Command): void {
  const share = remote
    .command('share')
    .description('send files to people')
    .argument('<files...>', 'files; each becomes a share of its own')
    .addOption(
      new Option('--to <addresses>', 'who can open them, with commas between')
        .makeOptionMandatory()
        .argParser((text) => text.split(',').map((one) => readEmail(one.trim()))),
    )
    .option('--expires <when>', 'when it ends: 7d, 2w, 36h or a date like 2027-03-01')
    .option('--no-download', 'the files can only be viewed')
    .option('--no-print', 'the files can’t be printed')
    .option('--forward', 'recipients can give others access')
    .option('--watermark <look>', 'off, on, or a size and a colour like "small grey"', 'on')
    .option('--message <text>', 'what the email says', '')
    .addHelpText(
      'after',
      `
Recipients get an email with the link. A file that was sent in part continues where it stopped when the command is run again.

Example:
  strongroom remote share contract.pdf --to rita@example.net --expires 7d --no-download --no-print`,
    )
  answering(share, async (files: string[], options: ShareOptions) => {
    for (const file of files) await requireFile(file)
    const end = options.expires === undefined ? null : endOf(options.expires, Date.now())
    const connection = await Connection.open()
    const words = [
      'webview',
      options.download ? 'download' : 'nodownload',
      options.print ? 'allowprint' : 'noprint',
      ...(options.forward ? ['forwarding'] : []),
      ...(end === null ? [] : ['expiry']),
    ]
    const shared = await withProgress(async (progress) => {
      const made: { File: string; ShareGuid: string; Link: string }[] = []
      for (const file of files) {
        const name = path.basename(file)
        const { guid } = await uploadFile(connection, file, { place: null, name, progress })
        const answer = await connection.post('/v5/sharefile', {
          Source: 'upload',
          DocumentUrl: guid,
          RecipientEmails: JSON.stringify(options.to),
          ShareOptions: JSON.stringify(words),
          Watermark: options.watermark,
          Message: options.message,
          ...(end === null ? {} : { ExpiryDate: end, DestructSeconds: '0' }),
        })
        made.push({ File: file, ShareGuid: String(answer['ShareGuid']), Link: String(answer['Link']) })
      }
      return made
    })
    return { lines: shared.map(({ File, Link }) => `${File}: ${shown(Link)}`), data: shared }
  })
}

/** What the account shares, the newest first. */
export async function sharesOf(connection: Connection, isAll: boolean): Promise<Share[]> {
  const all: Share[] = []
  for (;;) {
    const last = all.at(-1)
    const after: Record<string, string> = last ? { ShareGuid: last.ShareGuid, ShareTime: last.ShareTime } : {}
    const { Shares } = shareList.parse(await connection.post('/v3/shares', { ...after }))
    all.push(...Shares)
    if (!isAll || Shares.length === 0) return all
  }
}

export function peopleOf({ RecipientsDisplay, RecipientsCount }: Share): string {
  const more = RecipientsCount - RecipientsDisplay.length
  return shown(RecipientsDisplay.join(', ')) + (more > 0 ? ` and ${more} more` : '')
}

/** The ID of a share, from itself or its link; null for what is neither. */
export function shareGuidIn(typed: string): string | null {
  return (
    /^(?:https?:\/\/[^/]+\/(?:file|s)\/)?([\da-f]{32})(?:[/?#].*)?$/i.exec(typed)?.[1]?.toLowerCase() ?? null
  )
}

async function requireFile(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null)
  if (!found) throw new WrongUsage(`There is no file ${file}.`)
  if (found.isDirectory())
    throw new WrongUsage(`${file} is a folder. Use "strongroom remote upload -r" to add it to a data room.`)
}
