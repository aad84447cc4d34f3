import { programOf } from '#tests/support/servers/program.ts'
import { describeHandover } from './handover.ts'

describeHandover('caddy', programOf('caddy')!, { isSeen: true })
