import { compoundFile as smallFile } from '#server/converting/packages/test-documents.ts'

/** A compound file with one stream, in sectors of 4096 bytes: the table of them, the directory, then the stream. */
export function largeCompoundFile(name: string, stream: Buffer): Buffer {
  const size = 4096
  const header = Buffer.alloc(size)
  smallFile(name, stream).copy(header, 0, 0, 512)
  header.writeUInt16LE(12, 30)
  for (const at of [56, 60, 64]) header.writeUInt32LE(at === 60 ? 0xffff_fffe : 0, at)
  const count = Math.ceil(stream.length / size)
  const numbers = [0xffff_fffd, 0xffff_fffe, ...Array.from({ length: count }, (_, at) => at + 3)]
  numbers[numbers.length - 1] = 0xffff_fffe
  const table = Buffer.alloc(size, 0xff)
  for (const [at, number] of numbers.entries()) table.writeUInt32LE(number, 4 * at)
  const directory = Buffer.alloc(size)
  smallFile(name, stream).copy(directory, 0, 1024, 1536)
  directory.writeUInt32LE(0xffff_fffe, 116)
  directory.writeUInt32LE(2, 128 + 116)
  return Buffer.concat([header, table, directory, stream, Buffer.alloc(count * size - stream.length)])
}
