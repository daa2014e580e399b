import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { commentFilePath, fileProblem, mostFiles } from '@/shared/domain/web/attachment'
import { newId } from '@/shared/lib/new-id'
import type { CommentDraft } from '../comments/comment-draft'
import { liveUpload } from '../task-detail.actors'
import { sayError } from '../toasts'

let lastStamp = 0
/** The time in ms, never the same twice, so that equal names of one moment stay distinct. */
export const newStamp = (): number => (lastStamp = Math.max(Date.now(), lastStamp + 1))

const pathFor = (file: { name: string }) => commentFilePath(file.name, newStamp())

/** The files of the comment that is being written. */
export function useUploads({ files, missing }: Pick<CommentDraft, 'files' | 'missing'>) {
  const actor = useActorRef(liveUpload, { input: { uploaded: files, missing } })
  const uploads = useSelector(actor, (state) => state.context.uploads)

  useEffect(() => {
    const failed = actor.on('upload.failed', ({ reason }) => sayError(`File upload failed: ${reason}`))
    return () => failed.unsubscribe()
  }, [actor])

  return {
    uploads,
    addFiles(files: readonly File[]) {
      const room = mostFiles - actor.getSnapshot().context.uploads.length
      const good = files.filter((file) => {
        const problem = fileProblem(file)
        if (problem !== null) sayError(`File upload failed: ${file.name}: ${problem}`)
        return problem === null
      })
      if (good.length > room) sayError(`File upload failed: at most ${mostFiles} files go with one comment`)
      actor.send({
        type: 'files.add',
        files: good.slice(0, room).map((file) => ({ id: newId(), file, path: pathFor(file) })),
      })
    },
    remove: (id: string) => actor.send({ type: 'file.remove', id }),
    retry(id: string) {
      const upload = actor.getSnapshot().context.uploads.find((one) => one.id === id)
      if (upload) actor.send({ type: 'file.retry', id, path: pathFor(upload) })
    },
    clear: () => actor.send({ type: 'files.clear' }),
  }
}
