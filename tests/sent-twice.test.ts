import type { Node } from 'oxc-parser'
import { expect, test } from 'vitest'
import {
  childrenOf,
  filesLike,
  readSource,
  treeOf,
  writtenAs,
  type Source,
} from './support/sources/sources.ts'

/**
 * The forms that are worked on again when they are sent again, by the reason why nothing is made twice by that. All
 * others are `once`, `onceAMinute` or `proof` (docs/decisions/0020-forms-sent-twice.md): so is whatever makes a share, a room, an
 * item, a person's place, a comment or a request, sends an email, or counts against an allowance.
 */
const mayBeSentTwice: Record<string, string[]> = {
  'shows what would follow, or leads on': [
    'rooms/rights/shared/rights-actions.server: previewRights previewSelected previewSame previewClosed',
    'rooms/arrange: chosen',
    'rooms/read/code: handOff',
    'public/send: sendTest',
    'public/test: tryForm',
    'access/sso: begin',
    'access/providers/start: signInVia connectVia',
    'clouds/connect: connectCloud',
    'shares/share/activity: check',
  ],
  'sets what the second sending finds set': [
    'team/admin/terms/terms.server: saveTerms',
    'view-models/plans/plan.server: checkPlan',
    'settings/account/notifications.server: chooseNotifications',
    'view-models/webhooks/webhooks-tab.server: webhookKinds',
    'settings/account/profile.server: changeProfile',
    'team/admin/team/team.server: renameTeam',
    'team/admin/domains/domains.server: domain',
    'team/admin/sign-in/sign-in.server: teamMethods teamSignOut',
    'team/admin/sign-in/provider.server: teamProvider',
    'settings/account/addresses.server: makePrimaryAddress',
    'home: dismissChecklist newsSeen dismissSurvey',
    'home/menu: collapseMenu expandMenu',
    'home/tour: start close',
    'access/setup: setUp',
    'rooms/file: choose setDaily',
    'rooms/archive: archive reopen',
    'rooms/emails: choose',
    'zips/page: emailMe',
    'clouds/picker: pick',
    'clouds/copy: again',
    'settings/email-link: choose',
    'rooms/emails/link: choose',
    'reading/comments: read',
    'shares/share/comments: read',
    'shares/share/terms: choose',
    'shares/share/person: setViewOnly setEnd resetPrints',
    'shares/presets: renamePreset makeStandard endStandard',
    'shares/share/versions: makeCurrent setDaily',
  ],
  'ends or brings back what the second sending finds ended or back': [
    'settings/account/connected.server: disconnect',
    'settings/account/clouds.server: disconnectCloud',
    'rooms/add: cancelUpload',
    'clouds/copy: cancel',
    'shares/new: cancelUpload',
    'settings/account/security/sessions.server: endSession endOtherSessions',
    'settings/account/security/tokens.server: endAccessToken endAccessTokens',
    'access/logout: signOut signOutEverywhere',
    'received/reader: forget',
    'shares/share: unshare shareAgain',
    'shares/share/person: revoke restore',
  ],
  'proves who somebody is by what works as often as it is sent': [
    'settings/account/security/two-factor.server: beginSecondFactor dropSecondFactor',
    'access/login: signIn',
    'reading/passkey: unlock',
    'shares/share/passkey: change',
  ],
  'sends a code or a link for signing in: who goes back because none came must get one': [
    'settings/account/addresses.server: sendAddressCode',
    'access/file-login: ask',
    'access/email-code: ask',
    'reading/personal: ask',
    'access/reset: request',
    'access/register/validation: resend',
    'requests/access: code',
  ],
  'is the same visit, or the same acceptance': [
    'reading/entry: open',
    'reading/name: introduce',
    'reading/terms: accept',
    'reading/view: unmark',
    'rooms/entry: accept enter',
  ],
  'starts a conversion that is under way already': ['rooms/file: givePassword', 'shares/share: givePassword'],
  'takes a file that nobody sees before a form of its own sends it; unsent ones go after a day': [],
}

const declared = filesLike('app/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file) && file !== 'app/request/action.server.ts')
  .map(readSource)
  .flatMap(intentsIn)

test('a form that makes something is worked on once; each other one has a reason why twice does no harm', () => {
  const listed = Object.values(mayBeSentTwice).flat().flatMap(namesOf)
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([])
  expect(declared.length).toBeGreaterThan(65)
  expect({
    withoutReason: declared.filter((name) => !listed.includes(name)),
    gone: listed.filter((name) => !declared.includes(name)),
  }).toEqual({ withoutReason: [], gone: [] })
})

function namesOf(line: string): string[] {
  const [file, names = ''] = line.split(': ')
  return names.split(' ').map((name) => `${file}: ${name}`)
}

/** Each form of a module that is declared as `intent`, by the name under which it is there. */
function intentsIn(source: Source): string[] {
  if (!/\bintent\(/.test(source.text)) return []
  const found: string[] = []
  const short = source.file.replace(/^app\//, '').replace(/(\/route)?\.tsx?$/, '')
  function visit(node: Node, name: string) {
    const callee = node.type === 'CallExpression' ? writtenAs(source, node.callee) : ''
    if (callee === 'intent') {
      found.push(`${short}: ${name}`)
    }
    for (const child of childrenOf(node)) visit(child, nameIn(node) ?? name)
  }
  visit(treeOf(source), '')
  return found
}

function nameIn(node: Node): string | null {
  const isNamed = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration'
  const name = node.type === 'Property' ? node.key : isNamed ? node.id : null
  return name?.type === 'Identifier' ? name.name : null
}
