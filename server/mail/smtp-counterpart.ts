import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export type ReceivedEmail = { from: string; to: string; data: string }

/** A mail server for tests: accepts emails over SMTP, and answers given recipients with a given line instead. */
export class SmtpCounterpart {
  readonly received: ReceivedEmail[] = []
  /** Every command line that arrived. */
  readonly lines: string[] = []
  readonly #refusals: Readonly<Record<string, string>>
  readonly #sockets = new Set<Socket>()
  readonly #server: Server

  private constructor(refusals: Readonly<Record<string, string>>) {
    this.#refusals = refusals
    this.#server = createServer((socket) => this.#serve(socket))
  }

  static async start(refusals: Readonly<Record<string, string>> = {}): Promise<SmtpCounterpart> {
    const counterpart = new SmtpCounterpart(refusals)
    await new Promise<void>((resolve) => counterpart.#server.listen(0, resolve))
    return counterpart
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    let email: ReceivedEmail = { from: '', to: '', data: '' }
    let isData = false
    let unread = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const answer = (line: string) => {
      if (isData) {
        if (line !== '.') {
          email.data += `${line.replace(/^\./, '')}\r\n`
          return
        }
        isData = false
        this.received.push(email)
        email = { from: '', to: '', data: '' }
        say('250 taken')
        return
      }
      this.lines.push(line)
      const address = /<(.*?)>/.exec(line)?.[1] ?? ''
      if (/^MAIL FROM/i.test(line)) email.from = address
      if (/^RCPT TO/i.test(line)) email.to = address
      isData = /^DATA/i.test(line)
      if (/^RCPT TO/i.test(line) && this.#refusals[address]) say(this.#refusals[address])
      else if (/^(STARTTLS|AUTH)/i.test(line)) say('502 not here')
      else if (isData) say('354 go on')
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else say('250 ok')
    }
    socket.on('data', (chunk: Buffer) => {
      const lines = (unread + chunk.toString('latin1')).split('\r\n')
      unread = lines.pop() ?? ''
      lines.forEach(answer)
    })
    say('220 counterpart ESMTP')
  }
}
