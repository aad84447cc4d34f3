#!/usr/bin/env node
// Checks an exported audit trail. It needs Node.js (18 or newer) and the folder it is in, and nothing else: no network,
// no Strongroom. READ-ME.html says what it checks and what it cannot know.
//
//   node verify.mjs [FINGERPRINT]
//
// FINGERPRINT is that of the key, as the operator of the server told you by another way than this folder.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const problems = []
const complain = (text) => problems.length < 20 && problems.push(text)

const say = (text) => process.stdout.write(`${text}\n`)

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash
}
const listHash = (list) => sha256(JSON.stringify(list)).digest('hex')

/** Each line of a file as a value. What is not written as this format writes it is a problem. */
async function* valuesOf(name) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let line = 0
  for await (const bytes of createReadStream(join(folder, name))) {
    text += decoder.decode(bytes, { stream: true })
    const lines = text.split('\n')
    text = lines.pop()
    for (const one of lines) {
      line++
      const value = JSON.parse(one)
      if (JSON.stringify(value) !== one) complain(`${name}, line ${line}: not written as it was exported`)
      yield value
    }
  }
  if (text + decoder.decode() !== '') complain(`${name}: the last line is cut off`)
}

function isSigned(text, signature, publicKey) {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.toString('base64url') !== signature) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, bytes)
}

/** What the folder says it contains, signed by the installation when it was exported. */
function readManifest() {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
  const value = JSON.parse(text)
  if (`${JSON.stringify(value)}\n` !== text) complain('manifest.json: not written as it was exported')
  const { manifest, signature } = value
  if (Buffer.from(manifest.key, 'base64url').toString('base64url') !== manifest.key)
    complain('the key is misspelt')
  if (!isSigned(JSON.stringify(manifest), signature, manifest.key))
    complain('manifest.json: the signature is not by its key')
  return manifest
}

async function checkFiles(manifest) {
  for (const [name, expected] of Object.entries(manifest.files)) {
    if (!existsSync(join(folder, name))) {
      complain(`${name} is missing`)
      continue
    }
    const hash = createHash('sha256')
    for await (const bytes of createReadStream(join(folder, name))) hash.update(bytes)
    if (hash.digest('hex') !== expected) complain(`${name} is not the file that was exported`)
  }
  const known = new Set(['manifest.json', ...Object.keys(manifest.files)])
  for (const name of readdirSync(folder)) if (!known.has(name)) complain(`${name} does not belong here`)
}

/** The heads, each signed and each with the hash of the one before: their roots by number. */
async function checkHeads(manifest) {
  const heads = new Map()
  let previous = ''
  for await (const { head, signature } of valuesOf('heads.jsonl')) {
    const text = JSON.stringify(head)
    if (head.number !== heads.size + 1 || head.previous !== previous)
      complain(`head ${head.number} does not follow`)
    if (head.key !== manifest.key || !isSigned(text, signature, manifest.key))
      complain(`head ${head.number}: the signature is not by the installation's key`)
    heads.set(head.number, head)
    previous = sha256(text).digest('hex')
  }
  if (heads.size !== manifest.heads) complain(`${heads.size} heads instead of ${manifest.heads}`)
  return heads
}

function eventHash(previous, subject, event) {
  const { sequence, at, kind, email, visit, ip, country, userAgent, detail, salt } = event
  if (salt === null) {
    if (event.personHash !== null) return event.hash
    return listHash([previous, subject, sequence, at, kind, email, visit, ip, country, userAgent, detail])
  }
  const [ofPerson, ofDetail, ...form] = salt.split('.')
  const person = event.personHash ?? listHash([ofPerson, email, ip, country, userAgent])
  const hash = event.detailHash ?? listHash([ofDetail, detail])
  const fields = [previous, subject, sequence, at, kind, visit, person, hash]
  return listHash(form.length === 0 ? [2, ...fields] : [form.join('.'), ...fields, event.team, event.room])
}

const leafHash = (subject, sequence, hash) =>
  sha256(Buffer.from([0]), JSON.stringify([subject, sequence, hash])).digest()
const pairHash = (left, right) => sha256(Buffer.from([1]), left, right).digest()

function rootOf(leaves) {
  let level = leaves
  while (level.length > 1) {
    const next = []
    for (let at = 0; at < level.length; at += 2)
      next.push(at + 1 < level.length ? pairHash(level[at], level[at + 1]) : level[at])
    level = next
  }
  return level.length > 0 ? level[0].toString('hex') : ''
}

/** What the heads contain: for each chain, which event had which hash. */
async function checkLeaves(heads, isWhole) {
  const signed = new Map()
  const levels = new Map()
  for await (const { head: number, subject, sequence, hash, path } of valuesOf('leaves.jsonl')) {
    const head = heads.get(number)
    if (!head) complain(`there is no head ${number}`)
    const leaf = leafHash(subject, sequence, hash)
    if (isWhole) {
      if (!levels.has(number)) levels.set(number, [])
      levels.get(number).push(leaf)
    } else {
      let at = leaf
      for (const { side, hash: other } of path) {
        const bytes = Buffer.from(other, 'hex')
        at = side === 'left' ? pairHash(bytes, at) : pairHash(at, bytes)
      }
      if (at.toString('hex') !== head?.root)
        complain(`event ${sequence} of ${subject} is not in head ${number}`)
    }
    if (!signed.has(subject)) signed.set(subject, new Map())
    signed.get(subject).set(sequence, { hash, number })
  }
  if (isWhole)
    for (const [number, { root, chains }] of heads) {
      const leaves = levels.get(number) ?? []
      if (leaves.length !== chains || rootOf(leaves) !== root)
        complain(`head ${number} was signed over something else`)
    }
  return signed
}

/** Each chain from its first event to its last, and each event that a head contains. */
async function checkEvents(manifest, signed) {
  const chains = new Map()
  for await (const chain of valuesOf('chains.jsonl')) chains.set(chain.subject, chain)
  const counts = { events: 0, erased: 0, unproved: 0, later: 0 }
  const at = new Map()
  const endings = new Map()
  for await (const { subject, ...event } of valuesOf('events.jsonl')) {
    counts.events++
    const chain = chains.get(subject)
    if (!chain) {
      complain(`an event of ${subject}, which has no chain`)
      continue
    }
    const last = at.get(subject) ?? { sequence: chain.keptFrom - 1, hash: chain.hashBefore }
    if (event.sequence !== last.sequence + 1) complain(`${subject}: event ${last.sequence + 1} is missing`)
    if (eventHash(last.hash, subject, event) !== event.hash)
      complain(`${subject}: event ${event.sequence} was changed, or the one before it`)
    if (subject === 'installation' && event.kind === 'TrailErased') {
      const { of, sequence } = JSON.parse(event.detail)
      endings.set(of, sequence)
    }
    if (event.personHash !== null) counts.erased++
    if (event.personHash !== null && event.salt === null) counts.unproved++
    const leaf = signed.get(subject)?.get(event.sequence)
    if (leaf && leaf.hash !== event.hash)
      complain(
        `${subject}: event ${event.sequence} is not the one that was there when head ${leaf.number} was signed`,
      )
    at.set(subject, { sequence: event.sequence, hash: event.hash })
  }
  for (const chain of chains.values()) {
    if (chain.keptFrom > 1) counts.later++
    const last = at.get(chain.subject)
    if (last?.sequence !== chain.sequence || last.hash !== chain.hash)
      complain(`${chain.subject}: the last events are missing`)
    const until = Math.max(0, ...(signed.get(chain.subject)?.keys() ?? []))
    if (until > chain.sequence) complain(`${chain.subject}: events were cut off since a head was signed`)
  }
  if (manifest.scope === 'installation')
    for (const [subject, events] of signed)
      if (!chains.has(subject) && !(endings.get(subject) >= Math.max(...events.keys())))
        complain(`${subject}: all events were removed since a head was signed`)
  if (counts.events !== manifest.events || chains.size !== manifest.chains)
    complain(
      `${counts.events} events in ${chains.size} chains, instead of ${manifest.events} in ${manifest.chains}`,
    )
  return counts
}

async function main() {
  const manifest = readManifest()
  const fingerprint = createHash('sha256')
    .update(Buffer.from(manifest.key, 'base64url'))
    .digest('hex')
    .slice(0, 16)
  const wanted = process.argv[2]
  if (wanted && wanted !== fingerprint) complain(`the key has the fingerprint ${fingerprint}, not ${wanted}`)
  await checkFiles(manifest)
  const heads = await checkHeads(manifest)
  const signed = await checkLeaves(heads, manifest.scope === 'installation')
  const counts = await checkEvents(manifest, signed)
  say(
    `Exported from ${manifest.from} at ${manifest.at}: ${manifest.scope}${manifest.of ? ` ${manifest.of}` : ''}`,
  )
  say(`${counts.events} events in ${manifest.chains} chains, ${heads.size} signed heads.`)
  if (counts.later > 0)
    say(
      `${counts.later} chains begin with a later event: what was before it was erased${manifest.keptSince ? `, up to ${manifest.keptSince} because of its age` : ''}.`,
    )
  if (counts.erased > 0) say(`Of ${counts.erased} events the person was erased; that is not damage.`)
  if (counts.unproved > 0)
    say(`For ${counts.unproved} of those, which are older, the installation's word is the only proof.`)
  say(
    `Key fingerprint: ${fingerprint}${wanted ? ' (as you entered it)' : ' (compare it with the operator’s)'}`,
  )
}

try {
  await main()
} catch (error) {
  complain(`this is not readable as an exported audit trail: ${error.message}`)
}
for (const problem of problems) say(`DAMAGED: ${problem}`)
say(problems.length === 0 ? 'Intact.' : 'NOT intact.')
process.exitCode = problems.length === 0 ? 0 : 1
