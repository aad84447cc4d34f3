import { vi } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import type { App, Place } from './app.ts'
import type { Browser, BrowserOptions } from '#tests/support/browser/browser.ts'
import { pdf, strip } from '#tests/support/files/documents.ts'
import type { UploadedFile } from '#tests/support/browser/encode.ts'
import { patience } from './patience.ts'

export const password = 'seven quiet lamps over the harbour'

export type Person = { email?: string; firstName?: string; lastName?: string; browser?: BrowserOptions }
/** Fields of the share form by name; what is left out stays as the form proposes it. */
export type ShareFields = Partial<Record<ShareField, string>> & { file?: UploadedFile; recipients?: string }
type ShareField =
  | 'visibility'
  | 'passkey'
  | 'passkeyAgain'
  | 'documentPassword'
  | 'message'
  | 'download'
  | 'print'
  | 'printCount'
  | 'forward'
  | 'webView'
  | 'readText'
  | 'askName'
  | 'terms'
  | 'termsText'
  | 'reminds'
  | 'pageInEmail'
  | 'watermark'
  | 'watermarkSize'
  | 'watermarkColour'
  | 'expiry'
  | 'expiryDate'
  | 'expiryTime'
  | 'destructAmount'
  | 'destructUnit'

export const operatorEmail = 'olivia@example.org'
export const recipientEmail = 'rita@example.net'

/** Installations whose first account was made. */
const claimed = new WeakSet<Place>()

/** The first account of the installation, signed in. */
export async function makeOperator(app: Place, person: Person = {}): Promise<Browser> {
  const browser = app.browser(person.browser)
  claimed.add(app)
  await register(browser, { email: operatorEmail, firstName: 'Olivia', lastName: 'Ortega', ...person })
  return arrived(browser, '/home')
}

/** Another account, activated by its email, signed in. Makes the operator first where there is none. */
export async function makeUser(app: Place, person: Person = {}): Promise<Browser> {
  const email = person.email ?? 'ulrich@example.org'
  const browser = app.browser(person.browser)
  if (!claimed.has(app)) await makeOperator(app)
  await register(browser, { firstName: 'Ulrich', lastName: 'Unger', ...person, email })
  await browser.open(await app.outbox.linkTo(email, '/access/activated/'))
  await browser.send('activate')
  return arrived(browser, '/home')
}

async function register(browser: Browser, { email, firstName, lastName }: Person): Promise<void> {
  await browser.open('/access/register')
  await browser.send('register', { email: email!, firstName: firstName!, lastName: lastName!, password })
}

/** Signs in at a new browser. */
export async function signIn(app: Place, email: string, options: BrowserOptions = {}): Promise<Browser> {
  const browser = app.browser(options)
  await browser.open('/access/login')
  await browser.send('signIn', { email, password })
  return arrived(browser, '/home')
}

/** Sends the sign-in page, wherever that leads. */
export async function trySignIn(
  app: Place,
  email: string,
  typed = password,
  more: Record<string, string> = {},
): Promise<Browser> {
  const browser = await app.browser().open('/access/login')
  return browser.send('signIn', { email, password: typed, ...more })
}

/** Shares a file and answers its guid; the file is rendered and the emails are sent. */
export async function makeShare(
  app: Pick<Place, 'settle'>,
  sender: Browser,
  fields: ShareFields = {},
): Promise<string> {
  arrived(await sender.open('/share'), '/share')
  const file = fields.file ?? {
    name: 'contract.pdf',
    type: 'application/pdf',
    bytes: pdf(['Page one', 'Page two'], strip),
  }
  const recipients = fields.recipients ?? ((fields.visibility ?? 'people') === 'people' ? recipientEmail : '')
  await sender.send('share', { ...fields, recipients, file })
  arrived(sender, '/s/')
  await app.settle()
  return sender.url.pathname.slice('/s/'.length)
}

/** A browser that proved an address at the recipient's door, on the summary page of the share. */
export async function proveAddress(
  app: Place,
  guid: string,
  email = recipientEmail,
  options: BrowserOptions = {},
): Promise<Browser> {
  const browser = app.browser(options)
  await browser.open(`/file/${guid}`)
  arrived(browser, '/access/filelogin')
  const { length: before } = await app.outbox.codesNow(email)
  await browser.send('ask', { email })
  // With several processes another email may come after that of the code, or before it, and a job that one of them
  // works on is not waited for. When one was killed, the outbox is whole only after its jobs' leases have ended.
  const code = await vi.waitFor(async () => {
    const codes = (await app.outbox.to(email)).flatMap((one) => one.code ?? [])
    if (codes.length <= before) throw new Error(`No letter to ${email} brings a code`)
    return codes.at(-1)!
  }, patience)
  await browser.send('prove', { code })
  return arrived(browser, `/file/${guid}`)
}

/** A recipient who has opened the share and looks at its first pages. */
export async function openShare(
  app: Place,
  guid: string,
  email = recipientEmail,
  options: BrowserOptions = {},
): Promise<Browser> {
  const browser = await proveAddress(app, guid, email, options)
  await browser.send('open')
  return arrived(browser, `/view/${guid}`)
}

/** A visitor of a public share who has opened it. */
export async function openPublicShare(
  app: Place,
  guid: string,
  options: BrowserOptions = {},
): Promise<Browser> {
  const browser = await app.browser(options).open(`/file/${guid}`)
  await browser.send('open')
  return arrived(browser, `/view/${guid}`)
}

/** A factory that did not get where it wanted says what stood there instead. */
function arrived(browser: Browser, path: string): Browser {
  if (browser.status === 200 && browser.path.startsWith(path)) return browser
  throw new Error(`Not at ${path} but at ${browser.path}, with status ${browser.status}:\n${browser.text()}`)
}

/** An account as services know it. */
export async function userOf({ strongroom }: App, email: string): Promise<User> {
  const {
    database,
    accounts: { sessions },
  } = strongroom.services
  const { guid } = await database.kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { id } = await sessions.start(guid, { ip: '127.0.0.1', userAgent: 'test' })
  return (await sessions.find(id))!.user
}
