import { useState } from 'react'
import { keepFile } from '@/kit/outbox/kept-files'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { newId } from '@/shared/lib/new-id'
import { type FileKind, jobFileProblem } from '../job-file'
import { jobFileKind } from '../outbox-kinds'

/** A file that cannot go with a job, and why. */
export type Unfit = { id: string; name: string; problem: string }

/** Uploads to a job. Unsent files are kept, also over a reload, and sent when the server is reachable. */
export function useFileUploads(jobId: string) {
  const outbox = useOutbox()
  const waiting = useWaiting(jobFileKind, jobId)
  const [unfit, setUnfit] = useState<readonly Unfit[]>([])
  const [isUnkept, setUnkept] = useState(false)

  return {
    waiting,
    unfit,
    /** The browser keeps no files: they go only while this page is open. */
    isUnkept: isUnkept && waiting.length > 0,
    leaveOut: (id: string) => setUnfit((now) => now.filter((each) => each.id !== id)),
    /** One after the other: versions follow the order in which files were chosen. */
    async add(files: readonly File[], kind: FileKind): Promise<void> {
      for (const file of files) {
        const { name } = file
        const id = newId()
        const problem = jobFileProblem(file)
        if (problem) {
          setUnfit((now) => [...now, { id, name, problem }])
          continue
        }
        if (!(await keepFile(id, file))) setUnkept(true)
        void outbox.add(jobFileKind, { id, about: jobId, label: `File “${name}”`, payload: { id, jobId, kind, name } })
      }
    },
  }
}
