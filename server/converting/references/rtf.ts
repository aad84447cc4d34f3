import { Damaged } from './damaged.ts'
import { isHarmlessField } from './fields.ts'
import { isMetafile, maxMetafile, withoutPictures } from './metafiles.ts'
import { partKind } from './part-kind.ts'

/** Destinations that refer to files, servers and programs, or contain a document of another kind. They stay empty. */
const dropped =
  /^(?:template|objdata|filetbl|file|datastore|nextfile|subdocument|hlinkbase|linkval|mmdatasource|mmheadersource|mmconnectstr\w*|mmquery|mmodso\w*)$/
/** Values of shapes that refer to a file, or contain a package. */
const droppedValue = /blipname|pibname|pihlshape|metroblob|gfxdata/i
const maxDeep = 1_000
const maxHeld = 256 * 1024
const maxTokenLength = 128
const pictureHead = 64

const [open, close, backslash] = [0x7b, 0x7d, 0x5c]

/** What the text of a group is. */
type Role = 'text' | 'dropped' | 'field' | 'instruction' | 'picture' | 'name'
type Group = { role: Role; isOwn: boolean }

/** Something that is written only once it is known what it is. */
type Held = { depth: number; pieces: Buffer[]; size: number; text: string; isRefused: boolean }

/** RTF without references to other files. Throws Damaged. */
export async function* rewrittenRtf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const rewriter = new RtfRewriter()
  for await (const chunk of bytes) {
    rewriter.write(chunk)
    yield* rewriter.take()
  }
  rewriter.end()
  yield* rewriter.take()
}

class RtfRewriter {
  readonly #groups: Group[] = []
  readonly #held: Held[] = []
  #made: Buffer[] = []
  #rest: Buffer = Buffer.alloc(0)
  #rawLeft = 0
  #valueName = ''
  /** For the current image: its first bytes in hex until it is known what it is, then whether it stays. */
  #picture: string | boolean = false
  /** A drawing, whose pictures are taken out of it at its end. */
  #drawing: Buffer[] | null = null
  #drawingSize = 0
  #hasEnded = false

  write(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = bytes.subarray(this.#read(bytes, bytes.length - maxTokenLength))
  }

  end(): void {
    this.#read(this.#rest, this.#rest.length)
    while (this.#groups.length > 0) this.#close()
  }

  take(): Buffer[] {
    return this.#made.splice(0)
  }

  /** Reads tokens that begin before `until`; returns where the next one begins. */
  #read(bytes: Buffer, until: number): number {
    let at = 0
    while (at < until && !this.#hasEnded) {
      if (this.#rawLeft > 0) {
        const raw = bytes.subarray(at, at + this.#rawLeft)
        this.#rawLeft -= raw.length
        at += raw.length
        this.#data(raw.toString('hex'))
      } else if (bytes[at] === open) {
        this.#open()
        at++
      } else if (bytes[at] === close) {
        this.#close()
        at++
      } else if (bytes[at] === backslash) {
        at = this.#control(bytes, at)
      } else {
        const start = at
        while (at < bytes.length && !isSpecial(bytes[at]!)) at++
        this.#text(bytes.subarray(start, at))
      }
    }
    return this.#hasEnded ? bytes.length : at
  }

  get #role(): Role {
    return this.#groups.at(-1)?.role ?? 'dropped'
  }

  #open(): void {
    if (this.#groups.length >= maxDeep) throw new Damaged('groups are too deep')
    const role = this.#groups.length === 0 ? 'text' : this.#role
    this.#groups.push({ role, isOwn: false })
    if (role !== 'dropped') this.#write(Buffer.from('{'))
  }

  #close(): void {
    const group = this.#groups.pop()
    if (!group) return
    if (group.role === 'picture' && group.isOwn) {
      this.#settlePicture()
      this.#endDrawing()
    }
    while (this.#groups.length < (this.#held.at(-1)?.depth ?? 0)) this.#settleInstruction()
    // Of what is dropped as a whole, its own group stays, and is empty.
    if (group.role !== 'dropped' || group.isOwn) this.#write(Buffer.from('}'))
    this.#hasEnded = this.#groups.length === 0
  }

  /** A control word or symbol; returns where it ends. */
  #control(bytes: Buffer, at: number): number {
    const token = /^\\(?:([a-zA-Z]+)(-?\d+)?( ?)|'([\da-fA-F]{2})|[^])/.exec(
      bytes.toString('latin1', at, at + maxTokenLength),
    )
    // A backslash at the very end.
    if (!token) return at + 1
    const [whole, word, parameter, , hexadecimal] = token
    const raw = bytes.subarray(at, at + whole.length)
    if (whole.length >= maxTokenLength) throw new Damaged('a control word is too long')
    if (word) this.#word(word, parameter, raw)
    else this.#symbol(hexadecimal ? Buffer.from(hexadecimal, 'hex').toString('latin1') : whole[1]!, raw)
    return at + whole.length
  }

  #word(word: string, parameter: string | undefined, raw: Buffer): void {
    if (word === 'bin') {
      // Written in hex, so that no one counts differently.
      if (!/^\d{1,9}$/.test(parameter ?? '0')) throw new Damaged('a length is none')
      this.#rawLeft = Number(parameter ?? 0)
      return
    }
    if (this.#role === 'dropped') return
    const group = this.#groups.at(-1)!
    if (dropped.test(word) || (word === 'sv' && droppedValue.test(this.#valueName))) {
      Object.assign(group, { role: 'dropped', isOwn: true })
      return
    }
    this.#write(raw)
    if (word === 'fldinst') this.#hold(group)
    else if (word === 'field') Object.assign(group, { role: 'field', isOwn: true })
    else if (word === 'fldrslt') Object.assign(group, { role: 'text', isOwn: true })
    else if (word === 'sn') {
      Object.assign(group, { role: 'name', isOwn: true })
      this.#valueName = ''
    } else if (word === 'pict') {
      Object.assign(group, { role: 'picture', isOwn: true })
      this.#picture = ''
      this.#drawing = null
    } else if (word === 'shppict' || word === 'sv' || word === 'nonshppict') {
      if (this.#role === 'name') Object.assign(group, { role: 'text', isOwn: true })
    } else if (word === 'u') this.#number(Number(parameter) & 0xffff)
  }

  /** A letter by its number. No one writes those of instructions like this without something to hide. */
  #number(code: number): void {
    if (this.#role === 'instruction' && code < 128) this.#held.at(-1)!.isRefused = true
    if (this.#role === 'name') this.#valueName += String.fromCharCode(code)
  }

  #symbol(meaning: string, raw: Buffer): void {
    if (this.#role === 'instruction') this.#held.at(-1)!.text += meaning
    if (this.#role === 'name') this.#valueName += meaning
    if (this.#role !== 'dropped' && (this.#role !== 'field' || meaning === '*')) this.#write(raw)
  }

  #text(bytes: Buffer): void {
    const role = this.#role
    if (role === 'picture') this.#data(bytes.toString('latin1').replace(/[^\da-f]/gi, ''))
    if (role === 'name') this.#valueName += bytes.toString('latin1').trim()
    if (role === 'instruction') this.#held.at(-1)!.text += bytes.toString('latin1').replace(/[\r\n]/g, '')
    // Text in a field but outside its parts would be read as a piece of its instruction.
    if (role === 'text' || role === 'instruction' || role === 'name') this.#write(bytes)
  }

  /** Data of a picture. It may be written in groups within the picture by no one. */
  #data(hexadecimals: string): void {
    if (this.#role !== 'picture' || !this.#groups.at(-1)!.isOwn) return
    if (this.#picture === true) this.#writePicture(hexadecimals)
    if (typeof this.#picture !== 'string') return
    this.#picture += hexadecimals
    if (this.#picture.length >= 2 * pictureHead) this.#settlePicture()
  }

  /** An image is what its bytes say: an XML image has addresses of its own. */
  #settlePicture(): void {
    if (typeof this.#picture !== 'string') return
    const data = this.#picture
    const head = Buffer.from(data.slice(0, 2 * pictureHead), 'hex')
    this.#picture = partKind(head) === 'binary'
    if (isMetafile(head)) [this.#drawing, this.#drawingSize] = [[], 0]
    if (this.#picture) this.#writePicture(data)
  }

  #writePicture(hexadecimals: string): void {
    const written = Buffer.from(hexadecimals)
    if (!this.#drawing) return this.#write(written)
    this.#drawingSize += written.length
    if (this.#drawingSize > 2 * maxMetafile) throw new Damaged('a drawing is too large')
    this.#drawing.push(written)
  }

  #endDrawing(): void {
    if (!this.#drawing) return
    const bytes = Buffer.from(Buffer.concat(this.#drawing).toString('latin1'), 'hex')
    this.#drawing = null
    withoutPictures(bytes)
    this.#write(Buffer.from(bytes.toString('hex')))
  }

  #hold(group: Group): void {
    Object.assign(group, { role: 'instruction', isOwn: true })
    this.#held.push({ depth: this.#groups.length, pieces: [], size: 0, text: '', isRefused: false })
  }

  #settleInstruction(): void {
    const { pieces, text, isRefused } = this.#held.pop()!
    if (!isRefused && isHarmlessField(text)) for (const piece of pieces) this.#write(piece)
  }

  #write(piece: Buffer): void {
    const held = this.#held.at(-1)
    if (!held) {
      this.#made.push(piece)
      return
    }
    held.size += piece.length
    if (held.size > maxHeld) Object.assign(held, { isRefused: true, pieces: [], text: '' })
    else held.pieces.push(piece)
  }
}

function isSpecial(byte: number): boolean {
  return byte === open || byte === close || byte === backslash
}
