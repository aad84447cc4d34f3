import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { generateSync } from 'otplib'
import { pino } from 'pino'
import { openDatabase, type Database } from '#server/db/open.ts'
import { browserAt } from '#tests/support/servers/server-process.ts'
import { note, pdf } from '#tests/support/files/documents.ts'
import { wav } from '#tests/support/files/media.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeOperator, makeShare, makeUser, password, type ShareFields } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import type { App, Place } from '#tests/support/world/app.ts'
import { codeFor } from '#tests/support/world/people.ts'
import { root } from '#tests/support/sources/sources.ts'
import { keyOn } from '#tests/support/world/second-factor.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { makeAlba, type Alba } from './room.ts'
import { halEmail } from './walking.ts'

/** Names as people have them: long ones, ones without a space, ones that are read from right to left. */
const longName =
  'Share purchase agreement between Halden & Marsh LLP and Alba Logistics GmbH, execution version.pdf'
const senderEmail = 'sonia@halden-marsh.example'
const ben = 'ben.okafor@northwind-capital.example'
const priya = 'priya.shah@northwind.example'
const grace = 'grace@quay.example'
const people = [
  `Ben Okafor <${ben}>`,
  `Grace Hall <${grace}>`,
  'محمد بن سلمان الخطيب <m.khatib@advisors.example>',
  `${'a.very.long.name.of.a.person'.repeat(2)}@department.of.a.large.company.example`,
].join(', ')

/**
 * Who looks: the sender owns the room and the installation, Ben has an account and Grace none, Hal is new here, and half
 * way through signing in at another browser.
 */
export type Who = 'sender' | 'ben' | 'hal' | 'half' | 'grace' | 'priya' | 'stranger'

/** Everything that a screen may need, seeded once over HTTP; `shares` are guids by what is special about them. */
export type World = {
  cookies: Record<Who, { name: string; value: string; url: string }[]>
  shares: Record<
    'main' | 'passkey' | 'named' | 'terms' | 'sound' | 'ended' | 'open' | 'fresh' | 'note',
    string
  >
  alba: Alba
  /** Copies from cloud storage: where one is chosen for, deep in folders; one not connected, and one that is over. */
  copies: Record<'choosing' | 'unconnected' | 'done', string>
  /** Paths that came by email or with an answer. */
  paths: Record<
    | 'personal'
    | 'approve'
    | 'reject'
    | 'sending'
    | 'person'
    | 'activation'
    | 'setup'
    | 'roomEmails'
    | 'exported'
    | 'account',
    string
  >
}

export async function makeWorld(origin: string, dataDir: string): Promise<World> {
  const database = await openDatabase({
    url: `sqlite:${path.join(dataDir, 'strongroom.db')}`,
    log: pino({ level: 'silent' }),
    as: 'guest',
  })
  const settle = () => untilIdle(database)
  const place: Place = {
    outbox: new Outbox(path.join(dataDir, 'outbox'), settle),
    settle,
    browser: () => browserAt(origin),
  }
  const sender = await makeOperator(place, { email: senderEmail, firstName: 'Sonia', lastName: 'Sander' })
  const member = await makeUser(place, { email: ben, firstName: 'Ben', lastName: 'Okafor' })
  const shares = await makeShares(place, sender)
  const sending = await sendTwo(sender)
  const reader = await read(place, shares)
  const asker = await askFor(place, shares.main)
  const newcomers = await makeNewcomers(place)
  const setup = await createAccount(dataDir, 'una@example.org')
  await makeTeam({ strongroom: { services: { database } } } as App, [senderEmail, ben])
  const alba = await makeAlba(place, { owner: sender, member, memberEmail: ben, reader, readerEmail: grace })
  await sender.open(`/s/${shares.main}`)
  const person = sender.page.links().find((link) => link.includes('/people/')) ?? ''
  const world: World = {
    cookies: {
      sender: cookiesOf(sender),
      ben: cookiesOf(member),
      hal: cookiesOf(newcomers.hal),
      half: cookiesOf(newcomers.half),
      grace: cookiesOf(reader),
      priya: cookiesOf(asker),
      stranger: [],
    },
    shares,
    alba,
    paths: {
      personal: await emailed(place, ben, new RegExp(`/file/${shares.fresh}/for/`)),
      approve: await emailed(place, senderEmail, /\/p\/\w+\/approve\//),
      reject: await emailed(place, senderEmail, /\/p\/\w+\/reject\//),
      activation: await emailed(place, 'pia@example.org', /\/activated\//),
      roomEmails: await emailed(place, grace, /\/p\/roomletters\//),
      setup,
      exported: await exported(sender),
      account: (await sender.open('/operator/accounts')).page.links('Ben Okafor')[0] ?? '',
      sending,
      person,
    },
    // Last: one copy stays under way, and whoever looks for an email waits until no job is.
    copies: await copyFiles(place, { sender, unconnected: member }, alba.room),
  }
  await database.close()
  return world
}

/** Connects Box, and copies from there into a room; answers the guids of the copies. */
async function copyFiles(
  place: Place,
  { sender, unconnected }: { sender: Browser; unconnected: Browser },
  room: string,
): Promise<World['copies']> {
  await sender.open('/add/connect/box')
  await sender.press('Continue to Box')
  const [address] = sender.page.links('Continue to Box')
  const { headers } = await fetch(address!, { redirect: 'manual' })
  const back = new URL(headers.get('location')!)
  await sender.open(back.pathname + back.search)
  const guidOf = ({ url }: Browser) => url.pathname.split('/').at(-1)!
  const begin = async () => {
    await sender.open(`/rooms/${room}/add/${room}`)
    await sender.press(/^Box/)
  }
  await begin()
  for (const name of [/^Select Share purchase/, /^Select Gesellschafter/]) sender.choose(name)
  await sender.press('Copy files')
  const done = guidOf(sender)
  await place.settle()
  await begin()
  await sender.choose(/^Select Contracts/).press(/^Contracts/)
  const { path: choosing } = sender
  await unconnected.open('/share')
  await unconnected.press(/^Box/)
  // Under way for as long as the walk takes, so that it is seen beside uploads.
  await begin()
  await sender.choose('Select Slow.bin').press('Copy files')
  return { choosing, unconnected: guidOf(unconnected), done }
}

/** Has the list of sent files prepared; answers where it is. */
async function exported(sender: Browser): Promise<string> {
  await sender.open('/exports/new?list=sent')
  await sender.send('prepareExport')
  return sender.path
}

/** A share of each kind that looks different somewhere. */
async function makeShares(place: Place, sender: Browser): Promise<World['shares']> {
  const share = (name: string, fields: ShareFields = {}) =>
    makeShare(place, sender, {
      recipients: `Grace Hall <${grace}>`,
      file: { name, bytes: pdf(['One', 'Two']) },
      ...fields,
    })
  const shares = {
    main: await share('', {
      recipients: people,
      file: { name: longName, bytes: pdf(Array.from({ length: 12 }, (_, at) => `Page ${at + 1}`)) },
      message: 'The execution version, with the changes of Tuesday. Please read section 4 before we speak.',
      download: 'yes',
      print: 'yes',
      forward: 'request',
      readText: 'yes',
    }),
    passkey: await share('Wire instructions.pdf', {
      visibility: 'passkey',
      recipients: '',
      passkey: 'nine quiet herons',
      passkeyAgain: 'nine quiet herons',
    }),
    named: await share('عقد الإيجار.pdf', { askName: 'yes' }),
    terms: await share('Offer.pdf', { terms: 'custom', termsText: 'Keep this to yourself.\n\n'.repeat(12) }),
    sound: await share('', { file: { name: 'Board call.wav', bytes: wav(2) } }),
    ended: await share('Draft of Monday.pdf'),
    open: await share('Brochure.pdf', {
      visibility: 'public',
      recipients: '',
      expiry: 'destruct',
      destructAmount: '3',
      destructUnit: 'hours',
    }),
    fresh: await share('Not opened yet.pdf', { recipients: `Ben Okafor <${ben}>` }),
    note: await share('', { file: note('Gesellschafterversammlungsprotokollentwurfsfassung.txt') }),
  }
  await sender.open(`/s/${shares.ended}`)
  await sender.send('unshare')
  return shares
}

/** Sends two files at once; answers where they are listed. */
async function sendTwo(sender: Browser): Promise<string> {
  await sender.open('/share')
  sender.attach('File', note('Alpha.txt'), note('Beta.txt')).fill('People', grace)
  await sender.press('Share file')
  return sender.path
}

/** Grace has no account: she proves her address, reads, asks a question and prints. */
async function read(place: Place, { main, sound, open }: World['shares']): Promise<Browser> {
  const reader = await place.browser().open(`/file/${main}`)
  await reader.send('ask', { email: grace })
  await reader.send('prove', { code: await codeFor(place, grace) })
  await reader.send('open')
  for (const page of [1, 2, 7]) await reader.fetch(`/view/${main}/page/${page}`)
  await reader.send('print')
  await reader.open(`/file/${main}/comments`)
  await reader.send('write', { text: 'Does section 4.2 still say thirty days? We had agreed on forty-five.' })
  for (const guid of [sound, open]) await (await reader.open(`/file/${guid}`)).send('open')
  return reader
}

/** Priya is not on the list, proves her address and asks for access. */
async function askFor(place: Place, guid: string): Promise<Browser> {
  const asker = await place.browser().open(`/p/request/${guid}`)
  await asker.send('code', { email: priya })
  await asker.send('prove', { code: await codeFor(place, priya) })
  return asker.send('ask', { name: 'Priya Shah', message: 'I am the tax adviser of the buyer.' })
}

/** Hal has an account with nothing in it, and signs in with two steps; Pia has not activated hers. */
async function makeNewcomers(place: Place): Promise<{ hal: Browser; half: Browser }> {
  const email = halEmail
  const hal = await makeUser(place, { email, firstName: 'Hal', lastName: 'New' })
  await hal.open('/setting?tabActive=twofactor')
  await hal.send('beginSecondFactor')
  const secret = keyOn(hal).replaceAll(' ', '')
  await hal.send('confirmSecondFactor', { twoFactorCode: generateSync({ secret }) })
  const half = await place.browser().open('/access/login')
  await half.send('signIn', { email, password })
  const pia = await place.browser().open('/access/register')
  await pia.send('register', { email: 'pia@example.org', firstName: 'Pia', lastName: 'Pending', password })
  return { hal, half }
}

/** The newest link like this in the emails to someone, once it is there. */
async function emailed({ outbox }: Place, to: string, what: RegExp): Promise<string> {
  for (;;) {
    const link = (await outbox.to(to)).flatMap(({ links }) => links).findLast((one) => what.test(one))
    if (link) return new URL(link).pathname + new URL(link).search
    await setTimeout(50)
  }
}

function cookiesOf({ cookies, url: { origin: url } }: Browser) {
  return cookies.names().map((name) => ({ name, value: cookies.value(name)!, url }))
}

/** Waits until no job is due any more: emails are sent, files are pages. */
async function untilIdle({ kysely }: Database): Promise<void> {
  for (;;) {
    const due = await kysely
      .selectFrom('job')
      .select('guid')
      .where('failed_at', 'is', null)
      .where('run_at', '<=', Date.now())
      .executeTakeFirst()
    if (!due) return
    await setTimeout(50)
  }
}

/** The operator makes an account, whose person has not set it up yet; answers the path where they do. */
async function createAccount(dataDir: string, email: string): Promise<string> {
  const words = ['user', 'create', email, '--first', 'Una', '--last', 'Usher']
  const cli = path.join(root, 'build/server/cli.js')
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...words], { env })
  return /\/access\/setup\/\S+/.exec(stdout)![0]
}
