import { expect, vi } from 'vitest'
import { Browser } from '#tests/support/browser/browser.ts'
import type { Outbox } from '#tests/support/world/mail.ts'
import { password } from '#tests/support/world/make.ts'
import type { Dice } from './dice.ts'
import { Ledger } from './ledger.ts'
import { patience } from '#tests/support/world/patience.ts'

/** An answer that acknowledged something, 64 KiB that an upload has sent, or a reader who was let in. */
export type Progress = 'done' | 'sent' | 'opened'

type Options = {
  origin: string
  dice: Dice
  outbox: Outbox
  /** Hears of what people get done. */
  onProgress: (what: Progress) => void
  /** Whether the load is over; what breaks off then was never acknowledged. */
  isOver: () => boolean
}

const chunkBytes = 64 * 1024

/** Several people who use a server at once and write down what they were told. */
export class Crowd {
  readonly ledger = new Ledger()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** A person with a network address of their own. */
  browser(): Browser {
    const number = this.ledger.next()
    const ip = `198.51.${number >> 8}.${number & 255}`
    const handle = (request: Request) => fetch(this.#inChunks(request, ip), { redirect: 'manual' })
    return new Browser({ handle, now: Date.now }, { origin: this.#options.origin })
  }

  /** The operator first, then a second account, each signed in. */
  async assemble(): Promise<void> {
    await this.#register(this.browser(), 'olivia@example.org')
    this.ledger.signedIn.push(await this.#signIn('olivia@example.org'))
    await this.#register(this.browser(), 'ulrich@example.org')
    const arrived = () => this.#options.outbox.linkTo('ulrich@example.org', '/access/activated/')
    const ulrich = await this.browser().open(await vi.waitFor(arrived, patience))
    await ulrich.send('activate')
    this.ledger.signedIn.push(ulrich)
  }

  /** Everyone acts until it is over. Throws what someone should not have been told. */
  async act(): Promise<void> {
    const { dice } = this.#options
    const [olivia, ulrich] = this.ledger.signedIn as [Browser, Browser]
    const acts = [
      () => this.#share(olivia),
      () => this.#share(ulrich),
      () => (dice.below(2) ? this.#share(ulrich) : this.#changeStatus()),
      () => this.#read(),
      () => this.#register(this.browser(), `new-${this.ledger.next()}@example.org`),
      () => this.#look(olivia),
    ]
    await Promise.all(acts.map((once) => this.#repeat(once)))
  }

  async #repeat(once: () => Promise<void>): Promise<void> {
    while (!this.#options.isOver()) {
      try {
        await once()
      } catch (error) {
        // A connection that broke since the server is gone; anything else is a fault.
        if (!(error instanceof TypeError) || !this.#options.isOver()) throw error
      }
    }
  }

  async #share(sender: Browser): Promise<void> {
    const { dice, onProgress } = this.#options
    const number = this.ledger.next()
    const [fileName, recipient] = [`file-${number}.txt`, `reader-${number}@example.net`]
    const bytes = dice.text(200 + dice.below(dice.below(4) === 0 ? 3_000_000 : 5_000))
    this.ledger.files.set(fileName, bytes)
    const own = this.#copyOf(sender)
    expectStatus(await own.open('/share'), 200)
    const file = { name: fileName, type: 'text/plain', bytes }
    await own.send('share', { recipients: recipient, file, download: 'yes', watermark: 'off' })
    expectStatus(own, 200)
    expectPath(own, /^\/s\/[0-9a-f]{32}$/)
    const guid = own.path.slice('/s/'.length)
    this.ledger.shares.push({
      guid,
      sender,
      fileName,
      recipient,
      isUnshared: false,
      changes: 0,
      asks: 0,
      openings: 0,
    })
    this.ledger.emailsTo.push(recipient)
    onProgress('done')
  }

  /** Unshares something, or shares it again. */
  async #changeStatus(): Promise<void> {
    const share = this.#options.dice.pick(this.ledger.shares)
    if (!share) return
    const own = this.#copyOf(share.sender)
    expectStatus(await own.open(`/s/${share.guid}`), 200)
    const isUnshared = isOffered(own, 'unshare')
    // Someone reading it right now may be refused, and it may be open again before they hear of it.
    share.isUnshared = null
    share.changes++
    expectStatus(await own.send(isUnshared ? 'unshare' : 'shareAgain'), 200)
    share.isUnshared = isUnshared
    this.#options.onProgress('done')
  }

  /** Asks for a code, types it, opens, looks at a page and takes the file along. */
  async #read(): Promise<void> {
    const { dice, outbox, onProgress } = this.#options
    const share = dice.pick(this.ledger.open().filter(({ asks }) => asks < 5))
    if (!share) return void (await this.#look(this.ledger.signedIn[0]!))
    share.asks++
    const { changes } = share
    const isStillOpen = (reader: Browser): boolean => {
      if (share.changes !== changes) return false
      expectStatus(reader, 200, 409)
      return true
    }
    const had = (await outbox.to(share.recipient)).length
    const reader = await this.browser().open(`/file/${share.guid}`)
    if (!isStillOpen(reader)) return
    await reader.send('ask', { email: share.recipient })
    if (!isStillOpen(reader)) return
    this.ledger.emailsTo.push(share.recipient)
    onProgress('done')
    await this.#prove(reader, share.recipient, had)
    while (reader.status === 409 && !this.#options.isOver()) await reader.reload()
    if (!isStillOpen(reader) || this.#options.isOver()) return
    await reader.send('open')
    if (!isStillOpen(reader)) return
    share.openings++
    onProgress('opened')
    const image = await reader.fetch(`/view/${share.guid}/page/1`)
    const bytes = Buffer.from(await image.arrayBuffer())
    const copy = await reader.fetch(`/view/${share.guid}/download`)
    const whole = Buffer.from(await copy.arrayBuffer())
    if (share.changes !== changes) return
    expectWhole(image, bytes, Number(image.headers.get('content-length')))
    expectSame(copy, whole, this.ledger.files.get(share.fileName)!)
  }

  /** Reads pages as a sender does. */
  async #look(sender: Browser): Promise<void> {
    const own = this.#copyOf(sender)
    expectStatus(await own.open('/home'), 200)
    expectStatus(await own.open('/s'), 200)
  }

  async #register(browser: Browser, email: string): Promise<void> {
    expectStatus(await browser.open('/access/register'), 200)
    await browser.send('register', { email, firstName: 'Nora', lastName: 'New', password })
    expectStatus(browser, 200)
    if (browser.path === '/home') return
    expectPath(browser, /^\/access\/validation\?email=/)
    this.ledger.emailsTo.push(email)
    this.#options.onProgress('done')
  }

  async #signIn(email: string): Promise<Browser> {
    const browser = await this.browser().open('/access/login')
    await browser.send('signIn', { email, password })
    expectStatus(browser, 200)
    expectPath(browser, /^\/home$/)
    return browser
  }

  /** Another window of the same browser: what one does leaves the page of the other alone. */
  #copyOf(browser: Browser): Browser {
    const copy = this.browser()
    Object.assign(copy, { cookies: browser.cookies })
    return copy
  }

  /**
   * Types the code that has come since there were `had` emails. An earlier one that was leaving when a process died may
   * come first, with a code for another browser: then the next one is typed.
   */
  async #prove(reader: Browser, email: string, had: number): Promise<void> {
    let seen = had
    do {
      const { code, position } = await this.#codeAfter(email, seen)
      seen = position + 1
      await reader.send('prove', { code })
    } while (reader.status === 400 && !this.#options.isOver())
  }

  /** The first code that comes after so many emails, and how many come before it. */
  async #codeAfter(email: string, seen: number): Promise<{ code: string; position: number }> {
    const found = await vi.waitFor(async () => {
      if (this.#options.isOver()) return null
      const codes = (await this.#options.outbox.to(email)).map(({ code }) => code)
      // The email that told of the share brings no code.
      const position = codes.findIndex((code, number) => number >= seen && code !== null)
      if (position < 0) throw new Error(`No code for ${email} has arrived`)
      return { code: codes[position]!, position }
    }, patience)
    if (found === null) throw new TypeError('The server is gone')
    return found
  }

  /** Sends a form with a file little by little, and tells of each piece. */
  #inChunks(request: Request, ip: string): Request {
    const headers = new Headers(request.headers)
    headers.set('x-forwarded-for', ip)
    // A connection that is kept breaks with the process that had it, and a later request would meet that.
    headers.set('connection', 'close')
    if (!headers.get('content-type')?.startsWith('multipart/')) return new Request(request, { headers })
    const pieces = piecesOf(request, () => this.#options.onProgress('sent'))
    return new Request(request.url, { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit)
  }
}

function piecesOf(request: Request, onPiece: () => void): ReadableStream<Uint8Array> {
  let at = 0
  let whole: Uint8Array | null = null
  return new ReadableStream({
    async pull(controller) {
      whole ??= new Uint8Array(await request.arrayBuffer())
      if (at >= whole.length) return controller.close()
      controller.enqueue(whole.subarray(at, at + chunkBytes))
      at += chunkBytes
      onPiece()
    },
  })
}

export function isOffered(browser: Browser, intent: string): boolean {
  return browser.page.root.querySelector(`form input[name=intent][value=${intent}]`) !== null
}

export function expectStatus(browser: Browser, ...expected: number[]): void {
  if (expected.includes(browser.status)) return
  throw new Error(`${browser.path} answered ${browser.status}:\n${browser.text()}`)
}

export function expectPath(browser: Browser, path: RegExp): void {
  expect(browser.path).toMatch(path)
}

function expectWhole(answer: Response, bytes: Buffer, length: number): void {
  expect([answer.status, bytes.length]).toEqual([200, length])
}

/** That a copy holds the bytes that were sent once. */
export function expectSame(answer: Response, bytes: Buffer, sent: Buffer): void {
  expect([answer.status, bytes.equals(sent)]).toEqual([200, true])
}
