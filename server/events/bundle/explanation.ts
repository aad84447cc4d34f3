import { productName } from '#server/rules/product/product.ts'

export type Explained = {
  from: string
  at: string
  scope: string
  of: string | null
  chains: number
  events: number
  heads: number
  fingerprint: string
}

/** The page in an exported audit trail that says in plain words what it is and how it is checked. */
export function explanation(about: Explained): string {
  const { from, at, scope, of, chains, events, heads, fingerprint } = about
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audit trail of ${from}</title>
<style>
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
code, pre { font-size: 0.9em } pre { overflow-x: auto }
</style>
<h1>Audit trail of ${from}</h1>
<p>Exported at ${at} by ${productName}: ${scope}${of ? ` ${of}` : ''}. ${events} events in ${chains} chains, ${heads} signed heads.</p>

<h2>How to check it</h2>
<p>You need Node.js 18 or newer. Nothing is sent anywhere.</p>
<pre>node verify.mjs ${fingerprint}</pre>
<p>The number is the fingerprint of the key. <strong>Do not take it from this page</strong>: anyone who changes this folder can
change the page. Ask the operator of ${from} for it by phone or on paper; they get it from
<code>strongroom audit key</code>. If you do not trust <code>verify.mjs</code> here, take it from another export or from the
program’s source: it is short, and meant to be read.</p>

<h2>What “Intact” means</h2>
<ul>
<li>Every event is as it was recorded, none is missing in between, and none was added.</li>
<li>Each event contains the hash of the one before: anyone who changes one has to change all that follow.</li>
<li>Once a day the server signed where every chain stood. These heads follow one another, and the events fit them.</li>
<li>The folder is as it was exported: its list of files is signed, too.</li>
</ul>

<h2>What it does not mean</h2>
<ul>
<li>It does not prove that everything that happened was recorded, nor that a person was who the record says.</li>
<li>Anyone who has the server’s key could have written another record before the heads were signed. If you, or someone
whom you trust, kept heads as they were signed, compare them with <code>heads.jsonl</code>, line by line.</li>
<li>Old events may have been erased as the server’s settings say: a chain then begins with a later event. Where a person
was erased on request, the event is there without address, network and browser; that is not damage.</li>
</ul>

<h2>The files</h2>
<ul>
<li><code>manifest.json</code>: what was exported and when, the public key (Ed25519), the SHA-256 of each file, a signature</li>
<li><code>events.jsonl</code>: one event a line. <code>at</code> is in milliseconds since 1970, UTC; <code>subject</code> is the share,
account, team, data room or item; <code>detail</code> is JSON, by kind</li>
<li><code>chains.jsonl</code>: where each chain begins and ends</li>
<li><code>heads.jsonl</code>: the signed heads; <code>root</code> is that of a tree of hashes over the chains</li>
<li><code>leaves.jsonl</code>: which event of each chain a head contains, and how it leads to the root</li>
<li><code>verify.mjs</code>: the program that checks all this</li>
</ul>
</html>
`
}
