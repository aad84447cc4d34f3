import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { vi } from 'vitest'
import { operatorEmail, password } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'

export type TextBrowserKind = 'lynx' | 'elinks' | 'links2'

const commands: Record<TextBrowserKind, string> = {
  lynx: 'lynx -accept_all_cookies',
  elinks: 'elinks -no-connect 1',
  links2: 'links2',
}
const [down, left, redraw, clear] = ['\x1bOB', '\x1bOD', '\x0c', '\x15']

/** A browser for terminals, run as someone runs it: keys go in, a screen comes out. */
export class TextBrowser {
  readonly #kind: TextBrowserKind
  readonly #origin: string
  readonly #home: string
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  #written = ''

  private constructor(kind: TextBrowserKind, origin: string, home: string, address: string) {
    this.#kind = kind
    this.#origin = origin
    this.#home = home
    const command = `stty rows 100 cols 120; exec ${commands[kind]} "$ADDRESS"`
    // `script` gives it a terminal.
    this.#child = spawn('script', ['-qfec', command, '/dev/null'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...process.env,
        HOME: home,
        TERM: 'vt100',
        LANG: 'C.UTF-8',
        ADDRESS: origin + address,
      },
    })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#written += text))
  }

  /** Opens an address; by default the page for signing in, with the operator's address filled in. */
  static async start(
    kind: TextBrowserKind,
    origin: string,
    address = `/access/login?email=${encodeURIComponent(operatorEmail)}`,
  ): Promise<TextBrowser> {
    const home = await mkdtemp(path.join(tmpdir(), 'strongroom-text-browser-'))
    // Without its folder Links begins by greeting.
    await Promise.all(['.elinks', '.links2'].map((folder) => mkdir(path.join(home, folder))))
    // It would ask each time whether a form may be posted.
    const settings = 'set document.browse.forms.confirm_submit = 0\n'
    await writeFile(path.join(home, '.elinks/elinks.conf'), settings)
    return new TextBrowser(kind, origin, home, address)
  }

  /** Waits until the screen, drawn again, has these words, and answers all of it. */
  async sees(words: string): Promise<string> {
    const start = this.#written.length
    const settings = { ...patience, interval: 400 }
    return vi.waitFor(() => {
      const shown = textOf(this.#written.slice(start))
      if (shown.includes(words)) return shown
      this.#child.stdin.write(redraw)
      throw new Error(`${this.#kind} shows no "${words}" but ${textOf(this.#written.slice(-8000))}`)
    }, settings)
  }

  async signIn(): Promise<void> {
    await this.sees('Email address')
    this.#press(down, down, this.#intoField, password, down, down, '\r')
    await this.sees(', Olivia')
  }

  /** Fills in the first field of a page that asks for one thing, and presses its button. */
  async answer(text: string, words: string): Promise<string> {
    this.#press(down, this.#intoField, text, down, '\r')
    return this.sees(words)
  }

  /** Ticks the first box of a page that asks for one, and presses its button. */
  async tick(words: string): Promise<string> {
    this.#press(down, '\r', down, '\r')
    return this.sees(words)
  }

  /** Presses the first button of a page that asks for nothing else. */
  async confirm(words: string): Promise<string> {
    this.#press(down, '\r')
    return this.sees(words)
  }

  /** Follows the first link of a page with this text. */
  async follow(text: string, words: string): Promise<string> {
    this.#press('/', text, '\r')
    await this.sees(text)
    this.#press('\r')
    return this.sees(words)
  }

  /** ELinks has to be told that a field is to be typed into. */
  get #intoField(): string {
    return this.#kind === 'elinks' ? '\r' : ''
  }

  async signOut(): Promise<void> {
    await this.open('/access/logout', 'This ends your session')
    await this.confirm('You’re signed out.')
  }

  /** Types an address, and waits for words of its page, which the page before it has not. */
  async open(address: string, words: string): Promise<string> {
    this.#press('g', clear, this.#origin + address, '\r')
    return this.sees(words)
  }

  /** All that it has shown since it began. */
  everything(): string {
    return textOf(this.#written)
  }

  /** The way back, which has to lead to a page with these words. */
  async back(words: string): Promise<string> {
    this.#press(left)
    return this.sees(words)
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'close')
    this.#child.kill()
    await gone
    await rm(this.#home, { recursive: true, force: true })
  }

  #press(...keys: string[]): void {
    this.#child.stdin.write(keys.join(''))
  }
}

/** What is on a screen, without the codes that move about on it. */
function textOf(written: string): string {
  // oxlint-disable-next-line no-control-regex
  return written.replace(/\x1b(?:\[[\d;?]*[A-Za-z]|[()][\dA-Z]|O?.)|[\x00-\x1f]/g, ' ').replace(/\s+/g, ' ')
}
