import styles from '../../styles/app.css?url'

export type HeartbeatShown = {
  text: string
  /** Where to go when the file is closed, or its reader no longer known; null while it is open. */
  closed: string | null
}

const secondsBetweenHeartbeats = 60

/** A document of one line, for a frame: it reloads itself until the file is closed. */
export function HeartbeatDocument({ text, closed }: HeartbeatShown) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        {closed === null ? <meta httpEquiv="refresh" content={String(secondsBetweenHeartbeats)} /> : null}
        <title>Reading status</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body className="pulse">
        <output>
          {text} {closed === null ? null : <HeartbeatPath to={closed} />}
        </output>
      </body>
    </html>
  )
}

/** Out of the frame. */
function HeartbeatPath({ to }: { to: string }) {
  return (
    <a href={to} target="_top">
      Go to the file
    </a>
  )
}
