import type { Node } from 'oxc-parser'
import { expect, test } from 'vitest'
import { childrenOf, filesLike, textOf, treeOf } from './support/sources/sources.ts'

/** The folders whose sentences are read here; lists of passwords, values of buttons and macros are no sentences. */
const folders = ['server', 'app']

/** What no screen, email or command says, and what to say instead. */
const notSaid: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bnobody\b/i, 'no one'],
  [/\bsomebody\b/i, 'someone'],
  [/\b(?:everybody|anybody)\b/i, 'everyone, anyone'],
  [/\b(?:himself|herself)\b/i, 'themselves'],
  [/\be-mail/i, 'email'],
  [/\b(?:this|that|the|no|another|test) letters?\b(?! case)/i, 'email'],
  [/\b(?:by|in the|newest|a) mail\b(?! server)/i, 'email'],
  [/\bput(?:s)? (?:away|back|into the bin)\b/i, 'dismiss, restore, move to trash'],
  [/\bin(?:to)? the bin\b/i, 'in trash, to trash'],
  [/\bfor good\b/i, 'permanently'],
  [/\blately\b/i, 'recently, or nothing'],
  [/\banew\b/i, 'again'],
  [/\bonce more\b/i, 'again'],
  [/\bat the moment\b/i, 'right now, or nothing'],
  [/\bjust now\b/, 'right now, or nothing'],
  [/\bin the meantime\b|\bmeanwhile\b/i, 'in another window, or who did it'],
  [/person who runs (?:this|the) (?:server|installation)/i, 'your administrator'],
  [/\bit stands\b|\bstands (?:in|on|above)\b/i, 'is in, is on'],
  [/\bis like (?:this|that)\b/i, 'No … match.'],
  [/\blet (?:\w+ ){0,2}in again\b/i, 'restore access'],
  [/\bsay who\b/i, 'confirm your email; add, choose'],
  [/\bof yours\b/i, 'your file, their file'],
  [/\b(?:do|did|was|is|were|does|has|have) not know\b/i, 'contractions: don’t know'],
  [/\bif it was not you\b/i, 'If this wasn’t you'],
  [/\bdo nothing\b/i, 'ignore this email'],
  [/\btwo-factor code\b/i, 'two-step verification'],
  [/\btoo many tries\b/i, 'too many attempts'],
  [/\btoo old\b(?! for this server)/i, 'expired'],
  [/\blooks? after\b/i, 'manage'],
  [/\bin order to\b|\boops\b|\bsorry\b|\bsuccessfully\b/i, 'nothing'],
  [/^(?:Type|Give) (?:a|an|the|your|at)\b/, 'Enter'],
  [/\btype (?:it|the|them)\b/i, 'enter'],
  [/\bsend a letter\b/i, 'email'],
  [/\btries\b/i, 'attempts'],
  [/\bstands?\b(?! for)/i, 'is, are'],
  [/\bholds? (?!down)/i, 'contains, applies, is using'],
  [/\b(?:it|that|this) may\b(?! have| already)|\bmay (?:not|see|read|open)\b/i, 'can, can’t'],
  [/\bare hurt\b/i, 'are affected'],
  [/\bis whole\b|\barrived? whole\b/i, 'is intact, is complete'],
  [/\bkept to (?:their|its) own\b/i, 'confined to'],
  [/\bwas kept of\b|\bof it was kept\b/i, 'wasn’t saved'],
  [/\bof the page before\b|\breading before\b/i, 'previous'],
  [/\bat that place\b|\bin another place\b/i, 'somewhere else'],
  [/\bexclude each other\b/i, 'can’t be used together'],
  [/\bare gone too\b/i, 'no longer work'],
  [/\bpresent password\b/i, 'current password'],
  [/\b(?:is|are) led to\b/i, 'is taken to'],
  [/\bshuts? (?:\w+ )?out\b/i, 'lock out'],
  [/\bwhoever\b/i, 'anyone who, the person who'],
  [/\btold by email\b|\b(?:is|are) told about\b/i, 'gets an email'],
  [/(?:refreshes|falls back|goes on) by itself\b/i, 'refreshes, goes back, continues automatically'],
  [/^Like https?:/, 'For example'],
  [/\bwho lacks it\b|\bwho is signed in\b/i, 'members without it, anyone signed in'],
  [/\bfrom a day on\b|\bfrom the next \w+(?:-in)? on\b/i, 'from a date, from the next'],
  [/\bbeside everything else\b|\bover doors\b/i, 'in the background, where people open files'],
  [/\bon record in\b/i, 'recorded in'],
  [/\ball you have is\b|\bis the team’s now\b/i, 'everything you have is, belongs to the team now'],
]

/** What no comment, document or title of a test says either. */
const neverWritten: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bnobody\b|\bsomebody\b|\beverybody\b|\banybody\b/i, 'no one, someone, everyone, anyone'],
  [/\b(?:himself|herself)\b/i, 'themselves'],
  [/\be-mails?\b/i, 'email'],
  [/\banew\b|\bonce more\b/i, 'again'],
  [/\blately\b/i, 'recently'],
  [/\b(?:in|into|from|to) (?:the |their |its )?bin\b(?!\/)/i, 'trash'],
  [
    /\b(?:gets?|got|sends?|sent|writes?|wrote|newest|another) (?:a |an |the |no )?letters?\b(?! case)/i,
    'email',
  ],
  [/\bby mail\b|\bthe newest mail\b/i, 'email'],
]

test('no sentence says what another word says better', () => {
  const found = folders
    .flatMap((folder) => filesLike(`${folder}/**/*.{ts,tsx}`))
    .filter(
      (file) => !/\.test\.tsx?$|\/migrations\/|\/test-|common-passwords|bulk-forms|office-basic/.test(file),
    )
    .flatMap((file) =>
      sentencesOf(file).flatMap((text) => faultsOf(text).map((fault) => `${file}: ${fault}`)),
    )
  expect(found).toEqual([])
})

test('no comment, document or title of a test calls a thing by another word', () => {
  const inCode = [...folders, 'tests']
    .flatMap((folder) => filesLike(`${folder}/**/*.{ts,tsx}`))
    .filter((file) => !/\/migrations\/|common-passwords|tests\/words\.test/.test(file))
    .flatMap((file) => foundIn(file, remarksOf(file)))
  const inDocuments = filesLike('{*.md,docs/**/*.md}').flatMap((file) =>
    foundIn(file, textOf(file).split('\n')),
  )
  expect([...inCode, ...inDocuments]).toEqual([])
})

function foundIn(file: string, texts: string[]): string[] {
  return texts.flatMap((text) => faultsOf(text, neverWritten).map((fault) => `${file}: ${fault}`))
}

/** Lines of comments, and titles of tests. */
function remarksOf(file: string): string[] {
  const lines = textOf(file).split('\n')
  return lines.filter((line) => /^\s*(?:\/\/|\/?\*)|^\s*(?:test|it|describe)\(/.test(line))
}

function faultsOf(text: string, phrases = notSaid): string[] {
  return phrases
    .filter(([phrase]) => phrase.test(text))
    .map(([, instead]) => `“${text.slice(0, 120)}” – say: ${instead}`)
}

/** The texts of string literals, templates and JSX that have more than one word. */
function sentencesOf(file: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
    const text = sayingOf(node)?.replace(/\s+/g, ' ').trim()
    if (text?.includes(' ')) found.push(text)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(treeOf({ file, text: textOf(file) }))
  return found
}

function sayingOf(node: Node): string | null {
  if (node.type === 'TemplateElement') return node.value.cooked ?? node.value.raw
  if (node.type === 'JSXText') return node.value
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}
