import type { Command } from 'commander'
import { addActivityCommand } from './activity.ts'
import { addDownloadCommand } from './download.ts'
import { addRoomsCommands } from './rooms.ts'
import { addSessionCommands } from './session.ts'
import { addSharingCommands } from './sharing.ts'
import { addUploadCommand } from './upload.ts'

/**
 * `strongroom remote …`: for people who have an account on some server. It speaks to the public API with a personal
 * access token, and needs neither the settings nor the database of an installation.
 */
export function addRemoteCommands(program: Command): void {
  const remote = program
    .command('remote')
    .description('use your account on a server, over its API')
    .addHelpText(
      'after',
      `
Begin with "strongroom remote login SERVER". STRONGROOM_SERVER and STRONGROOM_TOKEN go before what it kept.`,
    )
  addSessionCommands(remote)
  addSharingCommands(remote)
  addRoomsCommands(remote)
  addUploadCommand(remote)
  addDownloadCommand(remote)
  addActivityCommand(remote)
}
