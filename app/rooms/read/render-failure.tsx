import { FilesBeside, type FilesBesideShown } from '#app/ui/tables/files-beside.tsx'

/** A file in a room that is not shown in the browser, or not yet. */
export type RenderFailureFacts = {
  name: string
  back: string
  facts: string
  isWaiting: boolean
  state: string
  download: string | null
  beside: FilesBesideShown
}

export function RenderFailure({ file }: { file: RenderFailureFacts }) {
  return (
    <div className="card stack">
      <p className="small">
        <a href={file.back}>Back to the folder</a>
      </p>
      <h1 className="break">{file.name}</h1>
      <p>{file.facts}</p>
      {file.state ? <output className="block">{file.state}</output> : null}
      {file.isWaiting ? (
        <noscript>
          <meta httpEquiv="refresh" content="10" />
        </noscript>
      ) : null}
      {file.download ? (
        <p>
          <a className="btn btn-main wide" href={file.download} download="">
            Download
          </a>
        </p>
      ) : (
        <p className="soft">{file.isWaiting ? null : 'You don’t have permission to download it.'}</p>
      )}
      <FilesBeside files={file.beside} />
    </div>
  )
}
