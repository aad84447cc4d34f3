import { programOf } from '#tests/support/servers/program.ts'
import { describeHandover } from './handover.ts'

describeHandover('nginx', programOf('nginx')!, { isSeen: false })
