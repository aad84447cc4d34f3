import type { App } from '#tests/support/world/app.ts'
import type { Browser, BrowserOptions } from '#tests/support/browser/browser.ts'
import { makeShare, operatorEmail, proveAddress, recipientEmail } from '#tests/support/world/make.ts'
import { codeFor, somebody } from '#tests/support/world/people.ts'
import { changeShare } from '#tests/support/world/conditions.ts'

/** A share whose readers may pass it on. */
export async function allowForwarding(app: App, guid: string): Promise<void> {
  await changeShare(app, guid, { may_forward: 1 })
}

/** A recipient on the page where the file is passed on. */
export async function atForward(app: App, guid: string, email = recipientEmail): Promise<Browser> {
  const browser = await proveAddress(app, guid, email, somebody())
  return browser.follow('Forward')
}

export async function forward(browser: Browser, email: string, more: Record<string, string> = {}) {
  return browser.send('forward', { email, reason: 'Our tax adviser reads along', ...more })
}

/** Someone who is not on the list, with an address proved at the page where access is request for. */
export async function atRequest(
  app: App,
  guid: string,
  email: string,
  options: BrowserOptions = somebody(),
): Promise<Browser> {
  const browser = await app.browser(options).open(`/p/request/${guid}`)
  await browser.send('code', { email })
  return browser.send('prove', { code: await codeFor(app, email) })
}

/** Asks for access with a proved address. */
export async function askAccess(app: App, guid: string, email: string, message = ''): Promise<Browser> {
  const browser = await atRequest(app, guid, email)
  await browser.send('ask', { message })
  await app.settle()
  return browser
}

export type DecisionLinks = { approve: string; reject: string }

/** The two links of the newest email to an owner that asks for a decision. */
export async function decisionLinks(app: App, owner: string): Promise<DecisionLinks> {
  const emails = await app.outbox.to(owner)
  const mail = emails.findLast(({ links }) => links.some((link) => link.includes('/p/')))
  if (!mail) throw new Error(`No letter to ${owner} asks for a decision`)
  const [approve = '', reject = ''] = ['approve', 'reject'].map((decision) =>
    mail.links.find((link) => new RegExp(`/p/\\w+/${decision}/`).test(link)),
  )
  return { approve, reject }
}

/** The people of a share as the database has them, but for the one who was there at first. */
export async function addedPeople(app: App, guid: string) {
  const { kysely } = app.strongroom.services.database
  return kysely
    .selectFrom('recipient')
    .select(['email', 'name', 'is_view_only', 'expires_at', 'forwarded_by', 'revoked_at'])
    .where('share_guid', '=', guid)
    .where('email', '!=', recipientEmail)
    .orderBy('email')
    .execute()
}

export async function requestsOf(app: App, guid: string) {
  const { kysely } = app.strongroom.services.database
  return kysely
    .selectFrom('access_request')
    .select(['email', 'kind', 'status', 'decided_by', 'granted', 'note', 'reason'])
    .where('share_guid', '=', guid)
    .orderBy('created_at')
    .orderBy('email')
    .execute()
}

/** A share of the operator's with a request that waits, and the links of the operator's email. */
export type MadeRequest = { guid: string; email: string; links: DecisionLinks }

let number = 0

/** What became of the requests of a share, in their order. */
export async function statusOf(app: App, { guid }: MadeRequest): Promise<string[]> {
  return (await requestsOf(app, guid)).map(({ status }) => status)
}

/** A recipient asks to let someone new in. */
export async function requestToForward(
  app: App,
  operator: Browser,
  fields: Record<string, string> = {},
): Promise<MadeRequest> {
  const email = `nora${++number}@example.net`
  const guid = await makeShare(app, operator, fields)
  await forward(await atForward(app, guid), email)
  return { guid, email, links: await decisionLinks(app, operatorEmail) }
}

/** A stranger asks for access. */
export async function requestForAccess(app: App, operator: Browser): Promise<MadeRequest> {
  const email = `paul${++number}@example.net`
  const guid = await makeShare(app, operator)
  await askAccess(app, guid, email)
  return { guid, email, links: await decisionLinks(app, operatorEmail) }
}
