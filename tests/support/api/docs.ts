import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AboutCall, AboutCalls } from '#server/api/about/about-call.ts'
import { aboutCalls, parts } from '#server/api/about/about.ts'
import { codeLabels } from '#server/api/about/codes.ts'
import type { Introduction } from '#server/api/about/introductions.ts'
import { limitText } from '#server/api/about/limits.ts'
import { root } from '#tests/support/sources/sources.ts'

/** What says everything about calls to people without a server. */
export const apiDocs = path.join(root, 'docs/api.md')
const width = 120

/** The document with the calls of each part between its two markers: `node tests/support/api/docs.ts` writes it. */
export function withCalls(text: string): string {
  const withCodes = text.replace(
    /(<!-- codes -->\n)[^]*?(<!-- end of codes -->)/,
    (_, begin: string, end: string) =>
      `${begin}\n${table(['code', 'meaning'], Object.entries(codeLabels))}\n\n${end}`,
  )
  return parts.reduce((read, { id, before, calls }) => {
    const marked = new RegExp(`(<!-- calls: ${id} -->\n)[^]*?(<!-- end of calls -->)`)
    return read.replace(
      marked,
      (_, begin: string, end: string) => `${begin}\n${introduced(before)}${written(calls)}\n${end}`,
    )
  }, withCodes)
}

function introduced(before: Introduction): string {
  return before
    .map((one) => `${typeof one === 'string' ? wrapped(one) : table(['word', 'meaning'], one)}\n\n`)
    .join('')
}

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  const [first, second] = [0, 1].map((at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)))
  const line = ([one, other]: readonly [string, string]) =>
    `| ${one.padEnd(first!)} | ${other.padEnd(second!)} |`
  return [line(head), `| ${'-'.repeat(first!)} | ${'-'.repeat(second!)} |`, ...rows.map(line)].join('\n')
}

function written(calls: AboutCalls): string {
  return Object.entries(calls as Record<string, AboutCall>)
    .map(([name, said]) => {
      const paragraphs = [...said.about.split('\n\n'), ...facts(name, said)]
      const does = said.does ? `**${said.does}.** ` : ''
      return `### \`${name}\`\n\n${does}${paragraphs.map(wrapped).join('\n\n')}\n`
    })
    .join('\n')
}

/** What it answers and its limits; one that is like the call before it has those of that call. */
function facts(name: string, said: AboutCall): string[] {
  if (said.about.startsWith('The same') && !said.refusals) return []
  const { done = [20000], refusals = [], limits = [] } = aboutCalls.get(name)!
  const codes = [...new Set(refusals)].toSorted((one, other) => one - other)
  return [
    [
      `Done: ${done.join(', ')}.`,
      ...(codes.length > 0 ? [`Refused: ${codes.join(', ')}.`] : []),
      ...(limits.length > 0 ? [`At most ${limits.map(limitText).join('; ')}.`] : []),
    ].join(' '),
  ]
}

/** Lines of at most so many characters, as the rest of the document has them. */
function wrapped(paragraph: string): string {
  // Lists and tables stay as they are.
  if (paragraph.includes('\n')) return paragraph
  const lines: string[] = []
  // Code stays together, and no line begins like a numbered list.
  for (const word of paragraph.match(/(?:`[^`]*`|[^\s`])+(?: \d+\.(?= |$))?/g) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(apiDocs, withCalls(readFileSync(apiDocs, 'utf8')))
