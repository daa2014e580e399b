import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '@/shared/lib/new-id'
import { saveProblem } from '@/shared/ui/save-problem'
import { jobsKey } from '../../shared/api/cards.query'
import { addJobFile } from '../api/job-files.mutation'
import { type FileKind, jobFileProblem } from '../job-file'

export type Upload = { id: string; kind: FileKind; file: File; problem: string | null; mayRetry: boolean }

/** Files on their way to a job. What did not arrive stays in the list until it is tried again or left out. */
export function useFileUploads(jobId: string) {
  const queryClient = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = (id: string, part: Partial<Upload>) =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  const leaveOut = (id: string) => setUploads((now) => now.filter((upload) => upload.id !== id))

  async function send({ id, kind, file }: Upload): Promise<void> {
    change(id, { problem: null })
    try {
      await addJobFile({ id, jobId, kind, file })
      leaveOut(id)
    } catch (error) {
      change(id, { problem: saveProblem(error), mayRetry: true })
    }
    await queryClient.invalidateQueries({ queryKey: jobsKey })
  }

  return {
    uploads,
    leaveOut,
    retry: (upload: Upload) => void send(upload),
    /** One after the other: versions follow the order in which files were chosen. */
    async add(files: readonly File[], kind: FileKind): Promise<void> {
      const added = files.map((file): Upload => {
        const problem = jobFileProblem(file)
        return { id: newId(), kind, file, problem, mayRetry: false }
      })
      setUploads((now) => [...now, ...added])
      for (const upload of added) if (upload.problem === null) await send(upload)
    },
  }
}
