import { Fragment, type ReactNode } from 'react'

/** What each colour of a picture means: `key` is its sign. Read in a line, the meanings are parted by commas. */
export function Legend({ keys }: { keys: readonly { key: ReactNode; words: string }[] }) {
  return (
    <div className="legend">
      {keys.map(({ key, words }, at) => (
        <Fragment key={words}>
          {at > 0 ? <span className="unseen">, </span> : null}
          <span>
            {key}
            {words}
          </span>
        </Fragment>
      ))}
    </div>
  )
}
