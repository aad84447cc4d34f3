import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { packagedPath } from '#server/packaged.ts'
import { writeMacro } from './office-macro.ts'

type Setting = readonly [node: string, name: string, value: string | number | boolean]

const common = '/org.openoffice.Office.Common'
const inet = '/org.openoffice.Inet/Settings'

/**
 * Keeps LibreOffice from doing more than laying out a document. By default it fetches addresses, embeds files of this
 * machine and runs what a document names.
 */
const settings: readonly Setting[] = [
  // Nothing that a document names is fetched or read: only documents from trusted places may do that, and there are
  // none.
  [`${common}/Security/Scripting`, 'BlockUntrustedRefererLinks', true],
  [`${common}/Security/Scripting`, 'DisableMacrosExecution', true],
  [`${common}/Security/Scripting`, 'DisableActiveContent', true],
  [`${common}/Security/Scripting`, 'MacroSecurityLevel', 3],
  [`${common}/Security/Scripting`, 'CheckDocumentEvents', false],
  // Links are never brought up to date.
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 2],
  ['/org.openoffice.Office.Writer/Content/Update', 'Field', false],
  ['/org.openoffice.Office.WriterWeb/Content/Update', 'Link', 2],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', 2],
  // Whatever still requests an address asks a proxy that does not exist.
  [inet, 'ooInetProxyType', 2],
  [inet, 'ooInetHTTPProxyName', '127.0.0.1'],
  [inet, 'ooInetHTTPProxyPort', 9],
  [inet, 'ooInetHTTPSProxyName', '127.0.0.1'],
  [inet, 'ooInetHTTPSProxyPort', 9],
  [inet, 'ooInetFTPProxyName', '127.0.0.1'],
  [inet, 'ooInetFTPProxyPort', 9],
  [inet, 'ooInetNoProxy', ''],
  // Nothing is kept for another time, and no one is prompted.
  ['/org.openoffice.Office.Recovery/RecoveryInfo', 'Enabled', false],
  ['/org.openoffice.Office.Recovery/AutoSave', 'Enabled', false],
  [`${common}/Save/Document`, 'AutoSave', false],
  [`${common}/Save/Document`, 'CreateBackup', false],
  [`${common}/History`, 'PickListSize', 0],
  [`${common}/Misc`, 'FirstRun', false],
  [`${common}/Misc`, 'UseOpenCL', false],
  [`${common}/Misc`, 'CrashReport', false],
  ['/org.openoffice.Setup/Product', 'ooSetupLastVersion', '99.0'],
  // Else its first start would put empty macros over ours.
  ['/org.openoffice.Setup/Office', 'ooSetupInstCompleted', true],
  ['/org.openoffice.Office.Java/VirtualMachine', 'Enable', false],
]

/** Writes the settings of a new profile into a folder, and adds our fonts to those of the system. */
export async function writeProfile(folder: string): Promise<void> {
  const user = path.join(folder, 'user')
  await mkdir(user, { recursive: true, mode: 0o700 })
  const items = settings.map(
    ([node, name, value]) =>
      `<item oor:path="${node}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`
  await writeFile(path.join(user, 'registrymodifications.xcu'), text, { mode: 0o600 })
  await writeMacro(folder)
  await symlink(packagedPath('rendering/fonts'), path.join(user, 'fonts'))
}
