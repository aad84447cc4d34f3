import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawLogo } from './draw-logo.ts'

const svg = (inside: string, attributes = 'viewBox="0 0 300 100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)

async function pixelOf(bytes: Uint8Array, [x, y]: [number, number]) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
}

describe('a drawing', () => {
  test('is drawn as high as a bar has room for, and what it has no colour for stays transparent', async () => {
    const logo = await drawLogo(svg('<rect x="150" width="150" height="100" fill="#ff0000"/>'))
    expect([logo.mediaType, logo.width, logo.height]).toEqual(['image/png', 336, 112])
    expect((await pixelOf(logo.bytes, [20, 50]))[3]).toBe(0)
    expect(await pixelOf(logo.bytes, [300, 50])).toEqual([255, 0, 0, 255])
  })

  test('as drawing programs write it keeps its classes, gradients, clips and names', async () => {
    const logo = await drawLogo(
      Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Made by a program -->
<svg id="Layer_1" width="300px" height="100px" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="http://ns.example/">
  <metadata><i:about href="#x">Someone</i:about></metadata>
  <defs><style><![CDATA[.a{fill:url(#g)} .b{clip-path:url(#c)}]]></style>
    <linearGradient id="g"><stop offset="0" stop-color="#0000ff"/><stop offset="1" stop-color="#0000ff"/></linearGradient>
    <clipPath id="c"><rect width="200" height="100"/></clipPath><g id="s"><rect class="a" width="300" height="100"/></g></defs>
  <g class="b"><use xlink:href="#s"/></g>
</svg>`),
    )
    expect(await pixelOf(logo.bytes, [20, 50])).toEqual([0, 0, 255, 255])
    expect((await pixelOf(logo.bytes, [330, 50]))[3]).toBe(0)
  })

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script under a prefix', '<svg:script xmlns:svg="http://www.w3.org/2000/svg">x</svg:script>'],
    ['a script in what is left out', '<metadata><script/></metadata>'],
    ['what happens on a press', '<rect width="9" height="9" onclick="alert(1)"/>'],
    ['a part of a web page', '<foreignObject><p>hi</p></foreignObject>'],
    ['a picture', '<image href="file:///etc/passwd" width="9" height="9"/>'],
    ['a picture in itself', '<image href="data:image/png;base64,AAAA"/>'],
    ['a part of another file', '<use href="https://example.org/x.svg#a"/>'],
    ['a part of another file under an older name', '<use xlink:href="file:///etc/hostname#a"/>'],
    ['a link', '<a href="https://example.org"><rect width="9" height="9"/></a>'],
    ['a colour from elsewhere', '<rect fill="url(https://example.org/x.svg#g)" width="9" height="9"/>'],
    ['a style from elsewhere', '<style>@import "https://example.org/x.css";</style>'],
    ['a style that spells itself otherwise', '<style>.a{fill:u\\72l(https://example.org)}</style>'],
    ['a style in two pieces', '<style>.a{fill:ur<!-- -->l(https://example.org/x)}</style>'],
    ['a style at an element', '<rect style="fill:url(//example.org/x#g)" width="9" height="9"/>'],
  ])('with %s is refused', async (_, inside) => {
    await expect(drawLogo(svg(inside))).rejects.toMatchObject({ reason: 'unsupported' })
  })

  test.each([
    ['entities', '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 9 9"><text>&a;</text></svg>'],
    [
      'a style sheet beside it',
      '<?xml-stylesheet href="https://example.org/x.css"?><svg viewBox="0 0 9 9"/>',
    ],
  ])('with %s is refused', async (_, text) => {
    await expect(drawLogo(Buffer.from(text))).rejects.toMatchObject({ reason: 'unsupported' })
  })

  test('of parts that refer to each other over and over is refused', async () => {
    const layers = Array.from({ length: 12 }, (_, at) => {
      const uses = `<use href="#l${at}"/>`.repeat(10)
      return `<g id="l${at + 1}">${uses}</g>`
    })
    const bomb = `<defs><rect id="l0" width="1" height="1"/>${layers.join('')}</defs><use href="#l12"/>`
    await expect(drawLogo(svg(bomb))).rejects.toMatchObject({ reason: 'too large' })
    const ring = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    await expect(drawLogo(svg(ring))).rejects.toMatchObject({ reason: 'too large' })
    const sheet = '<style>rect{mask:url(#m)}</style><mask id="m"><rect width="9" height="9"/></mask>'
    await expect(drawLogo(svg(sheet))).rejects.toMatchObject({ reason: 'too large' })
  })

  test.each([
    ['too many parts', '<g/>'.repeat(5_001), ''],
    ['too deep', '<g>'.repeat(70) + '</g>'.repeat(70), ''],
    ['a line', '<rect/>', 'viewBox="0 0 3000 1"'],
  ])('of %s is refused', async (_, inside, attributes) => {
    await expect(drawLogo(svg(inside, attributes || undefined))).rejects.toMatchObject({
      reason: 'too large',
    })
  })

  test.each([
    ['no size', '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'],
    ['a size that is none', '<svg viewBox="0 0 1e400 9"/>'],
    ['another root', '<html><svg viewBox="0 0 9 9"/></html>'],
    ['two roots', '<svg viewBox="0 0 9 9"/><svg viewBox="0 0 9 9"/>'],
    ['nothing', '<'],
  ])('with %s is damaged', async (_, text) => {
    await expect(drawLogo(Buffer.from(text))).rejects.toMatchObject({ reason: 'corrupt' })
  })
})

describe('a picture', () => {
  const made = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#00ff00' } })

  test('is drawn again at a bounded size, and loses what is not a pixel', async () => {
    const photo = await made(1200, 600)
      .withExif({ IFD0: { Copyright: 'Mia' } })
      .jpeg()
      .toBuffer()
    expect(photo.includes('Mia')).toBe(true)
    const logo = await drawLogo(photo)
    expect([logo.width, logo.height]).toEqual([224, 112])
    expect(Buffer.from(logo.bytes).includes('Mia')).toBe(false)
  })

  test('that is small stays as large as it is', async () => {
    const logo = await drawLogo(await made(40, 20).png().toBuffer())
    expect([logo.width, logo.height]).toEqual([40, 20])
  })

  test('of another kind, or none, is refused', async () => {
    await expect(drawLogo(await made(9, 9).gif().toBuffer())).rejects.toMatchObject({ reason: 'unsupported' })
    await expect(drawLogo(Buffer.from('%PDF-1.7'))).rejects.toMatchObject({ reason: 'unsupported' })
    const whole = await made(90, 90).png().toBuffer()
    await expect(drawLogo(whole.subarray(0, 80))).rejects.toMatchObject({ reason: 'corrupt' })
  })

  test('with more pixels than it has bytes for is not opened', async () => {
    const bomb = await made(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer()
    await expect(drawLogo(bomb)).rejects.toMatchObject({ reason: 'too large' })
  })
})
