import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { answering } from '#server/cli/answer.ts'
import { withProgress, type Progress } from '#server/cli/progress.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { Connection, Refused } from './connection.ts'
import { downloadTo, type Saved } from './download-to.ts'
import { ownFolder, parsed, readOwn, writeOwn } from './remembered.ts'
import { entering, placeAt, roomsOf, type PlaceThere } from './rooms-there.ts'
import { shareGuidIn } from './sharing.ts'

type Options = { to: string; force?: true }
type Asking = Options & { connection: Connection; progress: Progress }

const openFirst = 20434
const linkForm = z.looseObject({ DownloadUrl: z.string(), DocumentPath: z.string().default('') })
const partsForm = z.looseObject({
  Parts: z.array(z.looseObject({ Part: z.number(), DownloadUrl: z.string() })).min(1),
})
const placeForm = z.object({ jobDate: z.string(), batch: z.string() })

/** `download`: a share, a file of a room, or a folder as ZIP. */
export function addDownloadCommand(remote: Command): void {
  const download = remote
    .command('download')
    .description('download a share, a file of a data room, or a folder as ZIP')
    .argument('<what>', 'the link or ID of a share, or ROOM or ROOM/PATH')
    .option('--to <folder>', 'where it is saved', '.')
    .option('--force', 'replace a file that is there already')
    .addHelpText(
      'after',
      `
Nothing is ever saved outside the folder, whatever a file is called. After a lost connection, run the same command again:
it continues where it stopped.

Examples:
  strongroom remote download https://rooms.example.org/file/… --to ~/Downloads
  strongroom remote download "Project Atlas/Legal"`,
    )
  answering(download, async (what: string, options: Options) => {
    const connection = await Connection.open()
    const saved = await withProgress((progress) => save(what, { ...options, connection, progress }))
    return {
      lines: saved.map(({ file, size }) => `${file} (${fileSize(size)})`),
      data: saved.map(({ file, size, resumedAt }) => ({ File: file, Size: size, ResumedAt: resumedAt })),
    }
  })
}

async function save(what: string, asking: Asking): Promise<Saved[]> {
  const { connection } = asking
  const share = shareGuidIn(what)
  const isRoom = share !== null && (await roomsOf(connection)).some(({ ShareGuid }) => ShareGuid === share)
  if (share !== null && !isRoom) return [await saveShare(share, asking)]
  const place = await placeAt(connection, isRoom ? share : what)
  return place.item && !place.item.IsFolder ? [await saveFile(place, asking)] : saveZip(place, asking)
}

function saveShare(guid: string, { connection, ...asking }: Asking): Promise<Saved> {
  const ask = () => connection.get(`/v2/vieworig/${guid}/self`)
  const link = async () =>
    linkOf(
      await ask().catch(async (error: unknown) => {
        if (!(error instanceof Refused) || error.code !== openFirst) throw error
        // The sender sees that it was opened, as in a browser.
        await connection.post('/v3/tracks/start', { ShareGuid: guid })
        return ask()
      }),
    )
  return saved(connection, asking, { guid, link })
}

function saveFile({ room, guid }: PlaceThere, { connection, ...asking }: Asking): Promise<Saved> {
  const ask = () => connection.get(`/v1/folder/downloadfile/${guid}/self`)
  return saved(connection, asking, { guid, link: async () => linkOf(await entering(connection, room, ask)) })
}

/** All parts of an archive, which the server names again after a break, so that they can be gone on with. */
async function saveZip(
  { room, guid, item }: PlaceThere,
  { connection, ...asking }: Asking,
): Promise<Saved[]> {
  const key = createHash('sha256').update(`${connection.server}\n${guid}\n${path.resolve(asking.to)}`)
  const note = path.join(ownFolder(), 'downloads', `${key.digest('hex')}.json`)
  const base = `/v${room.Version}/folder`
  const noted = await readOwn(note)
  const before = placeForm.safeParse(noted === null ? null : parsed(noted))
  const finish = async ({ jobDate, batch }: z.output<typeof placeForm>) =>
    partsForm.parse(await connection.get(`${base}/zipfile/${jobDate}/${batch}`)).Parts
  let place = before.success ? before.data : null
  const isKnown = place !== null && (await finish(place).then(() => true, isRefused))
  if (!place || !isKnown) {
    const jobDate = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    place = { jobDate, batch: randomBytes(4).toString('hex') }
    const { batch } = place
    await entering(connection, room, () =>
      connection.get(`${base}/process/zipfile/structure/${guid}/${jobDate}/${batch}/self`),
    )
    await writeOwn(note, JSON.stringify(place))
  }
  const here = place
  const parts = await finish(here)
  const name = item?.DocumentPath ?? room.DocumentPath ?? 'Data room'
  const all: Saved[] = []
  for (const { Part } of parts) {
    const ending = parts.length > 1 ? ` part ${Part}.zip` : '.zip'
    const link = async () => {
      const part = (await finish(here)).find((one) => one.Part === Part)
      if (!part) throw new Refused(0, 'The archive has changed. Run the command again.')
      return { url: part.DownloadUrl, name: name + ending }
    }
    all.push(await saved(connection, asking, { guid: here.batch + guid, link }))
  }
  await rm(note, { force: true })
  return all
}

type What = { guid: string; link: () => Promise<{ url: string; name: unknown }> }

function saved(
  connection: Connection,
  { to, force, progress }: Omit<Asking, 'connection'>,
  what: What,
): Promise<Saved> {
  return downloadTo(connection, { ...what, folder: to, mayReplace: force === true, progress })
}

function linkOf(answer: unknown): { url: string; name: unknown } {
  const { DownloadUrl: url, DocumentPath: name } = linkForm.parse(answer)
  return { url, name }
}

function isRefused(error: unknown): false {
  if (error instanceof Refused) return false
  throw error
}
