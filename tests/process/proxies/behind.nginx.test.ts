import { programOf } from '#tests/support/servers/program.ts'
import { budget } from '#tests/support/world/budget.ts'
import { describeProxy } from './journey.ts'

const mebibyte = 1024 * 1024

describeProxy('nginx', programOf('nginx')!, {
  largeBytes: budget({ some: 128 * mebibyte, all: 1024 * mebibyte }),
})
