import path from 'node:path'
import type { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { QuietAddresses } from '#server/accounts/addresses/quiet-addresses.ts'
import type { Config } from '#server/config.ts'
import { Confining } from '#server/converting/confinement/confinement.ts'
import { Ffmpeg } from '#server/converting/media/ffmpeg.ts'
import { LibreOffice } from '#server/converting/office/libre-office.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { roomForFiles } from '#server/db/sqlite/reserve-file.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Metrics } from '#server/metrics.ts'
import { Conversions } from '#server/rendering/preparing/conversions.ts'
import { DocumentPasswords } from '#server/rendering/pdf/document-passwords.ts'
import type { RenderEngine } from '#server/rendering/engine.ts'
import { PageTexts } from '#server/rendering/pages/page-texts.ts'
import { MarkedCopies } from '#server/rendering/watermark/marked-copies.ts'
import { mediaPreparation } from '#server/rendering/media/preparation.ts'
import { picturePreparation } from '#server/rendering/pages/jpeg-2000.ts'
import { mailPreparation } from '#server/rendering/text/mail-preparation.ts'
import { GridMaking } from '#server/rendering/sheet/grid-making.ts'
import { flatSheets, officePages } from '#server/rendering/preparing/office-pages.ts'
import type { Preparations } from '#server/rendering/preparing/preparations.ts'
import { Rendering } from '#server/rendering/rendering.ts'
import { NextTries, queueRender } from '#server/rendering/preparing/next-tries.ts'
import { RenderRetries } from '#server/rendering/preparing/render-retries.ts'
import { kindByName, type FileKind } from '#server/rules/files/files.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import { roomsToGive } from '#server/rooms/people/giving.ts'
import { sharesToGive } from '#server/shares/giving.ts'
import { Invitations } from '#server/shares/sending/invitations.ts'
import { Links } from '#server/shares/sending/links.ts'
import { Reminders } from '#server/shares/trash/reminders.ts'
import { Presets } from '#server/shares/sending/presets.ts'
import { Sending } from '#server/shares/sending/sending.ts'
import { Activity } from '#server/shares/lists/activity.ts'
import { Endings } from '#server/shares/trash/endings.ts'
import { Editing } from '#server/shares/editing.ts'
import { Recipients } from '#server/shares/people/people.ts'
import { Resending } from '#server/shares/sending/resending.ts'
import { Trash } from '#server/shares/trash/trash.ts'
import { Requests } from '#server/shares/requests/requests.ts'
import { Passkeys } from '#server/shares/passkeys/passkeys.ts'
import { PasskeyAttempts } from '#server/shares/passkeys/passkey-attempts.ts'
import { tellOfFailure } from '#server/shares/versions/failed-file.ts'
import { tellOfShares } from '#server/shares/share-notices.ts'
import { tellOfReading } from '#server/viewing/reading-notices.ts'
import { Shares } from '#server/shares/shares.ts'
import { TeamShares } from '#server/shares/lists/team-shares.ts'
import { Tour } from '#server/shares/sending/tour.ts'
import { RenderFailures } from '#server/shares/versions/render-failures.ts'
import { Versions } from '#server/shares/versions/versions.ts'
import { ItemRenderFailures } from '#server/rooms/news/item-render-failures.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { Aside } from '#server/storage/aside.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { Hashes } from '#server/uploads/hashes.ts'
import { Measuring } from '#server/uploads/measuring.ts'
import { ResumableUploads } from '#server/uploads/resumable/resumable.ts'
import { Uploads, type UploadsDeps } from '#server/uploads/uploads.ts'
import { Usage } from '#server/uploads/usage.ts'
import { AccessRequests } from '#server/viewing/entry/access-requests.ts'
import { AcceptanceRecords } from '#server/viewing/records/acceptance-records.ts'
import { Acceptances } from '#server/viewing/entry/acceptances.ts'
import { Codes } from '#server/viewing/entry/codes.ts'
import { CommentNotices } from '#server/viewing/comments/comment-notices.ts'
import { Comments } from '#server/viewing/comments/comments.ts'
import { Forwarding } from '#server/viewing/entry/forwarding.ts'
import { Grids } from '#server/viewing/reading/grids.ts'
import { Received } from '#server/viewing/records/received.ts'
import { Introductions } from '#server/viewing/entry/introductions.ts'
import { PersonalLinks } from '#server/viewing/entry/personal-links.ts'
import { Playing } from '#server/viewing/reading/playing.ts'
import { ReaderFiles } from '#server/viewing/records/reader-files.ts'
import { Readers } from '#server/viewing/records/readers.ts'
import { PageWeights } from '#server/viewing/reading/page-weights.ts'
import { Heartbeats } from '#server/viewing/reading/heartbeats.ts'
import { Receipts } from '#server/viewing/records/receipts.ts'
import { RoomComments } from '#server/viewing/comments/room-comments.ts'
import { Threads } from '#server/viewing/comments/threads.ts'
import { Unlocking } from '#server/viewing/entry/unlocking.ts'
import { Copies } from '#server/viewing/reading/copies.ts'
import { DownloadLinks } from '#server/viewing/reading/download-links.ts'
import { Traces } from '#server/viewing/records/traces.ts'
import { Texts } from '#server/viewing/reading/texts.ts'
import { Tracks } from '#server/viewing/reading/tracks.ts'
import { EmailPictures } from '#server/viewing/reading/email-pictures.ts'
import { FirstPages } from '#server/viewing/reading/first-pages.ts'
import { WeekEmails } from '#server/viewing/week/week-emails.ts'
import { Weeks } from '#server/viewing/week/week.ts'
import { Unmarking } from '#server/viewing/reading/unmarking.ts'
import { RoomExports } from '#server/viewing/exports/room-exports.ts'
import { ShareExports } from '#server/viewing/exports/share-exports.ts'
import { Viewing } from '#server/viewing/reading/viewing.ts'
import { WatermarkSamples } from '#server/viewing/reading/watermark-samples.ts'
import { Zips } from '#server/zips/zips.ts'
import { openRooms } from './rooms.ts'
import { openWebhooks } from './webhooks.ts'

export type SharingDeps = {
  config: Config
  clock: () => number
  log: Log
  database: Database
  storage: Storage
  vault: Vault
  keyRing: KeyRing
  jobs: Jobs
  rates: RateLimits
  mailer: Mailer
  /** Words that texts for other people must not have. */
  words: { blockedWords?: WordFilter }
  metrics: Metrics
  events: Events
  tracking: Tracking
  engine: RenderEngine
  outgoing: Outgoing
  onboarding: Onboarding
  quietAddresses: QuietAddresses
}

/** How much disk space watermarked copies can take while their readers are slow, in bytes. */
const maxAside = 2 * 1024 ** 3

/** The services about files: how they are uploaded, shared and read. */
export type Sharing = ReturnType<typeof openSharing>

export function openSharing(deps: SharingDeps) {
  const { config, clock, log, database, storage, vault, keyRing, jobs, rates, mailer, metrics } = deps
  const { quietAddresses, tracking, engine } = deps
  const { publicUrl, plans } = config
  /** What most of them need. */
  const invitations = new Invitations({ database, jobs, mailer, publicUrl, clock })
  const base = { ...deps, invitations, plans, publicUrl }
  tellOfShares({ ...base, quietAddresses })
  tellOfReading(base)
  const onRendered = async (tx: Transaction, fileGuid: string): Promise<void> => {
    await versions.showWaiting(tx, fileGuid)
    await invitations.fileSettled(tx, fileGuid)
    if (libreOffice.isHere) await gridMaking.start(tx, fileGuid)
  }
  const itemRenderFailures = new ItemRenderFailures(base)
  const conversions = new Conversions(base)
  const passwords = new DocumentPasswords({ database, keyRing })
  const workFolder = path.join(config.dataDir, 'converting')
  const confining = new Confining({ isRequired: config.isConfinementRequired })
  const held = { confining, log }
  const reserveBytes = database.kind === 'sqlite' ? config.reserveBytes : 0
  const roomOnDisk = () => roomForFiles(config.dataDir, reserveBytes).catch(() => Infinity)
  const hasRoom = async (): Promise<boolean> => reserveBytes === 0 || (await roomOnDisk()) > 0
  const ffmpeg = config.ffmpeg
    ? new Ffmpeg({ program: config.ffmpeg, folder: workFolder, hasRoom, ...held })
    : null
  const libreOffice = new LibreOffice({ program: config.libreOffice, ...held })
  const office = officePages({ libreOffice, vault, conversions, passwords })
  const preparations: Preparations = {
    image: picturePreparation({ vault, conversions }),
    mail: mailPreparation({ vault, conversions }),
    media: mediaPreparation({ ...base, conversions, ffmpeg }),
    ...(libreOffice.isHere ? { office, sheet: office } : {}),
  }
  const toFlatSheet = flatSheets({ libreOffice, vault, passwords })
  const gridMaking = new GridMaking({ ...base, conversions, toFlatSheet })
  const drawing = { ...base, engine, conversions, passwords }
  const onFailed = async (tx: Transaction, fileGuid: string): Promise<void> => {
    await invitations.fileSettled(tx, fileGuid)
    await tellOfFailure(base, tx, fileGuid)
    await itemRenderFailures.tell(tx, fileGuid)
  }
  const rendering = new Rendering({ ...drawing, metrics, preparations, onRendered, onFailed })
  const hashes = new Hashes(base)
  const onReceived: UploadsDeps['onReceived'] = async (tx, file, unhashed) => {
    if (file.render_status === 'In Progress') await queueRender(jobs, tx, file)
    if (unhashed !== null) await hashes.takeLater(tx, unhashed)
  }
  const usage = new Usage({ database, plans, quota: config.storageQuota })
  const onBegun = (fileName: string): void => {
    const kind = kindByName(fileName)
    if (kind === 'office' || kind === 'sheet') libreOffice.warm()
  }
  const uploads = new Uploads({ ...base, storage, usage, metrics, onBegun, onReceived })
  const tries = new PasskeyAttempts({ ...base, keyRing })
  const passkeys = new Passkeys({ ...base, keyRing, hashes, uploads, rendering, tries })
  const canShow = (kind: FileKind) => rendering.canShow(kind)
  const sending = new Sending({ ...base, uploads, passkeys, rendering, canShow, mailFrom: config.mailFrom })
  const versions: Versions = new Versions({ ...base, uploads, passkeys, rendering, canShow })
  const codes = new Codes({ ...base, codeKeys: keyRing.derive('door-codes') })
  const aside = new Aside({
    folder: path.join(config.dataDir, 'waiting'),
    max: maxAside,
    hasRoom: async (bytes) => bytes < (await roomOnDisk()),
  })
  const markedCopies = new MarkedCopies({ ...drawing, rendering, aside })
  const viewing = new Viewing({ ...base, rendering, markedCopies })
  const renderRetries = new RenderRetries({ ...base, rendering })
  const editing = new Editing({ ...base, canShow })
  const weeks = new Weeks(base)
  const webhooks = openWebhooks(deps)
  return {
    files: {
      uploads,
      resumable: new ResumableUploads({ ...base, usage, uploads, onBegun }),
      usage,
      measuring: new Measuring({ rates, mayStrangers: config.sendTest }),
      rendering,
      nextTries: new NextTries(base.jobs),
      confining,
    },
    shares: {
      sent: new Shares(base),
      sending,
      presets: new Presets(base),
      editing,
      renderFailures: new RenderFailures({ ...base, renderRetries, editing }),
      endings: new Endings(base),
      versions,
      people: new Recipients(base),
      ofTeam: new TeamShares(base),
      activity: new Activity(base),
      trash: new Trash(base),
      resending: new Resending(base),
      tour: new Tour({ ...base, uploads, sending }),
      requests: new Requests(base),
      reminders: new Reminders(base),
      passkeys,
      links: new Links(base),
    },
    viewing: {
      forwarding: new Forwarding(base),
      accessRequests: new AccessRequests(base),
      codes,
      personalLinks: new PersonalLinks(base),
      readers: new Readers(base),
      received: new Received(base),
      unlocking: new Unlocking({ ...base, rendering, tries }),
      pages: viewing,
      playing: new Playing({ ...base, viewing, conversions }),
      grids: new Grids({ ...base, conversions }),
      readerFiles: new ReaderFiles(base),
      receipts: new Receipts(base),
      shareExports: new ShareExports(base, new Recipients(base)),
      roomExports: new RoomExports(base),
      weeks,
      weekEmails: new WeekEmails({ ...base, weeks, quietAddresses, requests: new Requests(base) }),
      heartbeats: new Heartbeats(base),
      pageWeights: new PageWeights({ rendering, clock }),
      acceptances: new Acceptances(base),
      acceptanceRecords: new AcceptanceRecords(base),
      comments: new Comments(base),
      threads: new Threads(base),
      roomComments: new RoomComments(base),
      introductions: new Introductions(base),
      texts: new Texts({ ...base, pageTexts: new PageTexts(drawing) }),
      copies: new Copies({ ...base, viewing, markedCopies }),
      downloadLinks: new DownloadLinks({ keys: keyRing.derive('download-links'), clock }),
      tracks: new Tracks({ ...base, viewing }),
      traces: new Traces(base),
      firstPages: new FirstPages({ ...base, rendering }),
      emailPictures: new EmailPictures({ ...base, rendering }),
      unmarking: new Unmarking({ ...base, rendering }),
      watermarkSamples: new WatermarkSamples({ ...base, engine, rendering }),
    },
    rooms: openRooms({ ...base, uploads, usage, keyRing, rendering, renderRetries, itemRenderFailures }),
    zips: new Zips({
      ...base,
      markedCopies,
      linkKeys: keyRing.derive('zips'),
      openShare: (...args) => viewing.open(...args),
    }),
    webhooks,
    /** What only the whole installation uses: begun with it, swept by it, closed with it. */
    own: {
      converters: {
        close: () => Promise.all([ffmpeg?.close(), libreOffice.close(), webhooks.deliveries.close()]),
      },
      hashes,
      /** Remakes grids whose form is outdated, where that can be done here. */
      renewGrids: async () => (libreOffice.isHere ? gridMaking.renew() : undefined),
      commentNotices: new CommentNotices({ ...base, quietAddresses }),
      /** What accounts own that can become another's. */
      givenParts: [sharesToGive(base), roomsToGive({ ...base, usage, plans: config.plans })],
    },
    tracking,
  }
}
