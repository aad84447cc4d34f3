import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderToStaticMarkup } from 'react-dom/server'
import { plainRefusal, refusalHeaders } from '#server/http/plain.ts'
import { entryOf, type Problem } from '#server/rules/problems.ts'
import { fullTitle } from '#app/request/titled.ts'
import { href, routes } from '#app/routes.ts'
import { Brand } from '#app/ui/brand.tsx'
import styles from '../../styles/door-pages.css?url'
import { SkipTarget } from '#app/ui/skip-link.tsx'

/**
 * A download that is refused: a page where a person followed a link to it, a line of text for programs. Both say the
 * same, and nothing of the file: the way on leads to its address, which answers every stranger alike.
 */
export function refusedDownload(
  problem: Problem,
  { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
): Response {
  if (!isForPerson(request)) return plainRefusal(problem)
  const file = href(routes.reading.entry, { ShareGuid: params['ShareGuid'] ?? '' })
  const page = renderToStaticMarkup(<RefusedDownload problem={problem} file={file} />)
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...refusalHeaders(problem) }
  return new Response(`<!doctype html>${page}`, { status: problem.http, headers })
}

function isForPerson({ method, headers }: Request): boolean {
  const isPage = (headers.get('sec-fetch-dest') ?? 'document') === 'document'
  return (
    method === 'GET' && isPage && !headers.has('range') && /\btext\/html\b/i.test(headers.get('accept') ?? '')
  )
}

function RefusedDownload({ problem, file }: { problem: Problem; file: string }) {
  const title = entryOf(problem.problem).title ?? 'Download not available'
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{fullTitle(title)}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <div className="door">
          <header>
            <Brand />
          </header>
          <main>
            <SkipTarget />
            <div className="card stack">
              <h1>{title}</h1>
              <p>{problem.textWhenRead}</p>
              <p>
                <a className="btn btn-main btn-big wide" href={file}>
                  Go to the file
                </a>
              </p>
            </div>
          </main>
        </div>
      </body>
    </html>
  )
}
