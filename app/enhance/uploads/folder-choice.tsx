import { useId } from 'react'
import { gatherChosen, type Gathered } from './dropped-tree.ts'

/** A field for a whole folder, beside the one for files. */
export function FolderChoice({ onFolder }: { onFolder(found: Gathered): void }) {
  const id = useId()
  return (
    <div className="row small">
      <label htmlFor={id}>Or choose a folder</label>{' '}
      <input
        type="file"
        id={id}
        multiple
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget: input }) => {
          onFolder(gatherChosen([...(input.files ?? [])]))
          input.value = ''
        }}
      />
    </div>
  )
}
