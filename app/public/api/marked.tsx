/** Paragraphs with code and strong words, as the text about a call marks them. */
export function Marked({ text }: { text: string }) {
  return (
    <>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <Pieces text={paragraph} />
        </p>
      ))}
    </>
  )
}

/** One paragraph, or a part of one; a link is shown by its words. */
export function Pieces({ text }: { text: string }) {
  return (
    <>
      {text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((piece, at) => (
        <Piece key={`${at}${piece}`} text={piece} />
      ))}
    </>
  )
}

function Piece({ text }: { text: string }) {
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>
  if (text.startsWith('**')) return <b>{text.slice(2, -2)}</b>
  const [, words, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(text) ?? []
  if (!words || !address) return <>{text}</>
  return address.startsWith('https:') ? <a href={address}>{words}</a> : <>{words}</>
}
