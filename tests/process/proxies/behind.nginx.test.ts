import { programOf } from '#tests/support/servers/program.ts'
import { describeProxy } from './journey.ts'

describeProxy('nginx', programOf('nginx')!, { largeBytes: 1024 * 1024 * 1024 })
