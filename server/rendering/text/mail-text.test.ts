import { describe, expect, test } from 'vitest'
import { htmlText } from './html-text.ts'
import { mailText } from './mail-text.ts'

const textOf = (mail: string | Buffer): Promise<string> => mailText(Buffer.from(mail as string))
const crlf = (text: string): string => text.replaceAll('\n', '\r\n')

const whole = crlf(`From: =?utf-8?q?R=C3=BCta?= <rita@example.net>
To: "Adler, Anna" <anna@example.org>, Team: x@example.org, y@example.org;
Cc: carl@example.org
Bcc: secret@example.org
Date: Mon, 1 Mar 2027 10:00:00 +0100
Subject: =?utf-8?b?R3LDvMOfZQ==?=
 and more
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Gr=C3=BC=C3=9Fe,
  Rita
--c
Content-Type: text/html

<p>HTMLPART</p>
--c--
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename="offer.pdf"
Content-Transfer-Encoding: base64

${Buffer.from('INSIDE'.repeat(300)).toString('base64')}
--b
Content-Type: message/rfc822

From: other@example.org
Subject: Forwarded

INNERTEXT
--b--
`)

describe('a mail file as text', () => {
  test('says who, whom, when and what about, names what is attached, and then what it says', async () => {
    expect(await textOf(whole)).toBe(`From: Rüta <rita@example.net>
To: Adler, Anna <anna@example.org>, Team: x@example.org, y@example.org;
Cc: carl@example.org
Date: Mon, 1 Mar 2027 10:00:00 +0100
Subject: Grüße and more
Attached: 2
  offer.pdf (1.8 KB)
  without a name, message/rfc822 (54 bytes)

Grüße,
  Rita
`)
  })

  test('without plain text has its HTML as text', async () => {
    const mail = 'From: a@example.org\nContent-Type: text/html\n\n<p>Hello <b>you</b>,<br>again</p>'
    expect(await textOf(mail)).toBe('From: a@example.org\n\nHello you,\nagain\n')
  })

  test('without any says so', async () => {
    expect(await textOf('From: a@example.org\n\n')).toBe(
      'From: a@example.org\n\n(This message has no text.)\n',
    )
  })

  test('keeps each header in one line, in the order in which it stands', async () => {
    const name = Buffer.from('a\u202egnp.exe\nTo: b').toString('base64')
    const text = await textOf(`From: =?utf-8?b?${name}?= <a@example.org>\nSubject: x\n\nBody`)
    expect(text).toBe('From: agnp.exe To: b <a@example.org>\nSubject: x\n\nBody\n')
  })

  test.each([
    [
      'Latin-1',
      Buffer.from('From: a@b.c\nContent-Type: text/plain; charset=iso-8859-1\n\nGrüße', 'latin1'),
      'Grüße',
    ],
    [
      'an unknown character set',
      Buffer.from('From: a@b.c\nContent-Type: text/plain; charset=x-none\n\nplain'),
      'plain',
    ],
    [
      'base64 that is broken',
      Buffer.from('From: a@b.c\nContent-Transfer-Encoding: base64\n\nSGFs*bG8'),
      'Hallo',
    ],
  ])('is read in %s', async (_, mail, expected) => {
    expect(await textOf(mail)).toContain(expected)
  })

  test.each([
    ['nothing', ''],
    ['no mail', '\u0000\u0001PK'],
    ['parts in parts without end', deep(200)],
    ['headers without end', `From: a@b.c\n${'X: y\n'.repeat(400_000)}\n`],
  ])('is refused: %s', async (_, mail) => {
    await expect(textOf(mail)).rejects.toMatchObject({ reason: 'corrupt' })
  })

  test('with thousands of attachments names the first thousand', async () => {
    const part = '--b\nContent-Disposition: attachment; filename=x.txt\n\nx\n'
    const text = await textOf(
      `From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n${part.repeat(1500)}--b--`,
    )
    expect(text).toContain('Attached: 1500\n  x.txt (2 bytes)')
    expect(text).toContain('  and 500 more\n')
  })

  test('cut anywhere it is read or refused, and nothing else', async () => {
    for (let at = 0; at < whole.length; at += 23) {
      const outcome = await textOf(whole.slice(0, at) + whole.slice(at + 11)).catch(
        (error: Error) => error.name,
      )
      expect(outcome === 'RenderError' || outcome.endsWith('\n'), `at ${at}`).toBe(true)
    }
  })
})

function deep(levels: number): string {
  const parts = Array.from(
    { length: levels },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
  )
  return `From: a@b.c\n${parts.join('')}\nx`
}

describe('HTML as text', () => {
  test.each([
    ['paragraphs', '<p>a</p><p>b\n  c</p>', 'a\n\nb c'],
    ['lists', '<ul><li>a<li>b</ul>', '- a\n- b'],
    ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['as it is typed', '<pre>a\n  b</pre>', 'a\n  b'],
    ['signs', 'a &lt;b&gt; &nbsp;&copy;', 'a <b> \u00a0©'],
    [
      'pictures by their words only',
      '<img src="http://example.org/pixel.gif" alt="logo"><img src=x>',
      '[logo]',
    ],
    ['links by their words only', '<a href="http://example.org/t?id=1">here</a>', 'here'],
    [
      'no script, style or head',
      '<head><title>T</title></head><script>S</script><style>C</style>x<svg><text>V</text></svg>',
      'x',
    ],
    ['what is never closed', '<div><b>a<p>b', 'a\n\nb'],
  ])('%s', (_, html, text) => {
    expect(htmlText(html)).toBe(text)
  })

  test('nested very deeply it is read all the same', () => {
    expect(htmlText(`${'<div>'.repeat(50_000)}x`)).toBe('x')
  })
})
