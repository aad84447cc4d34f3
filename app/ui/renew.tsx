/** Has the browser ask for this page again: progress shows itself, with script and without. */
export function Renew({ seconds }: { seconds: number }) {
  return <meta httpEquiv="refresh" content={String(seconds)} />
}
