import { programOf } from '#tests/support/servers/program.ts'
import { describeProxy } from './journey.ts'

describeProxy('caddy', programOf('caddy')!, { largeBytes: 64 * 1024 * 1024 })
