import { Fragment } from 'react'

/** A text in the lines in which it was typed, for browsers without style sheets as well. */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {line}
    </Fragment>
  ))
}

type MessageProps = { text: string; as?: 'p' | 'div'; isSmall?: boolean }

/** What a person wrote to others, as they wrote it. */
export function Message({ text, as: Element = 'p', isSmall = false }: MessageProps) {
  return (
    <Element className={isSmall ? 'small message' : 'message'}>
      <Lines text={text} />
    </Element>
  )
}
