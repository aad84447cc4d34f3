import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { root } from '#tests/support/sources/sources.ts'

const folder = path.join(root, 'docs/pictures')
/** Times and codes differ from run to run; another font or another column differs more. */
const maxDifferent = 0.01

/** Keeps a picture of a screen in few bytes, if the screen looks different from the one that is kept; says whether. */
export async function keep(name: string, screenshot: Buffer): Promise<'new' | 'changed' | 'same'> {
  const file = path.join(folder, `${name}.png`)
  const small = await sharp(screenshot).png({ palette: true, colours: 96, effort: 10 }).toBuffer()
  const was = existsSync(file) ? await readFile(file) : null
  if (was && (await differing(was, small)) <= maxDifferent) return 'same'
  await mkdir(folder, { recursive: true })
  await writeFile(file, small)
  return was ? 'changed' : 'new'
}

/** Which part of the pixels is clearly another colour; all of them where the sizes differ. */
async function differing(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map((image) => sharp(image).removeAlpha().raw().toBuffer()),
  )
  if (before!.length !== after!.length) return 1
  let different = 0
  for (let at = 0; at < before!.length; at += 3) {
    const apart = (channel: number) => Math.abs(before![at + channel]! - after![at + channel]!)
    if (apart(0) + apart(1) + apart(2) > 48) different++
  }
  return different / (before!.length / 3)
}
