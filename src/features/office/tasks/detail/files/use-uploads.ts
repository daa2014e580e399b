import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { newId } from '@/shared/lib/new-id'
import type { UploadInput } from '@/machines/upload/upload.machine'
import { liveUpload } from '../task-detail.actors'
import { sayError } from '../toasts'

let lastStamp = 0
/** The time in ms, never the same twice, so that equal names of one moment stay distinct. */
const newStamp = (): number => (lastStamp = Math.max(Date.now(), lastStamp + 1))

/** What may be uploaded, and under which path. */
export type UploadRules = {
  /** Why a file is not taken, in words; null when it is. */
  problemOf: (file: File) => string | null
  /** The storage path of a file. `at` in ms. */
  pathOf: (name: string, at: number) => string
  /** The most files at once, and what is said of more. */
  limit?: { most: number; words: string }
}

/** Files on their way to the storage, each to be cancelled or tried again. `left`: the rest of an earlier visit. */
export function useUploads({ problemOf, pathOf, limit }: UploadRules, left: UploadInput = { uploaded: [] }) {
  const actor = useActorRef(liveUpload, { input: left })
  const uploads = useSelector(actor, (state) => state.context.uploads)

  useEffect(() => {
    const failed = actor.on('upload.failed', ({ reason }) => sayError(`File upload failed: ${reason}`))
    return () => failed.unsubscribe()
  }, [actor])

  return {
    uploads,
    addFiles(files: readonly File[]) {
      const room = limit ? limit.most - actor.getSnapshot().context.uploads.length : Infinity
      const good = files.filter((file) => {
        const problem = problemOf(file)
        if (problem !== null) sayError(`File upload failed: ${file.name}: ${problem}`)
        return problem === null
      })
      if (limit && good.length > room) sayError(`File upload failed: ${limit.words}`)
      actor.send({
        type: 'files.add',
        files: good.slice(0, room).map((file) => ({ id: newId(), file, path: pathOf(file.name, newStamp()) })),
      })
    },
    remove: (id: string) => actor.send({ type: 'file.remove', id }),
    retry(id: string) {
      const upload = actor.getSnapshot().context.uploads.find((one) => one.id === id)
      if (upload) actor.send({ type: 'file.retry', id, path: pathOf(upload.name, newStamp()) })
    },
    clear: () => actor.send({ type: 'files.clear' }),
  }
}
