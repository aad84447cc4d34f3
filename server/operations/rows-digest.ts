import { createHash } from 'node:crypto'
import type { Row } from './tables.ts'

const bits = 256n

/**
 * Says of two tables whether they hold the same rows, in whatever order they were read (engines sort texts
 * differently): the sum of the SHA-256 of each row, its columns by name.
 */
export class RowsDigest {
  #sum = 0n
  #rows = 0
  #columns: string[] | null = null

  add(row: Row): void {
    const columns = (this.#columns ??= Object.keys(row).sort())
    const text = JSON.stringify(columns.map((column) => [column, row[column]]))
    const hash = createHash('sha256').update(text).digest('hex')
    this.#sum = BigInt.asUintN(Number(bits), this.#sum + BigInt(`0x${hash}`))
    this.#rows++
  }

  get rows(): number {
    return this.#rows
  }

  /** 64 hexadecimal characters. */
  get sum(): string {
    return this.#sum.toString(16).padStart(Number(bits) / 4, '0')
  }
}
