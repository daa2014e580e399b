import { useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, useEffect, useEffectEvent } from 'react'
import { notifyWithUndo } from '@/kit/confirm'
import { useFileDrop } from '@/kit/files/use-file-drop'
import { isWriting } from '@/shared/lib/typing'
import { taskFilePath, taskFileProblem } from '@/shared/domain/tasks/task-file'
import { changeTaskFiles } from '@/features/office/tasks/api/detail/change-files.mutation'
import { taskKey } from '@/features/office/tasks/api/tasks.query'
import { hasArrived, hasFailed } from '@/machines/upload/upload.machine'
import { reasonOf, sayError, withReason } from '../toasts'
import { type UploadRules, useUploads } from './use-uploads'

type Arrived = { id: string; path: string; name: string }
const taskFiles: UploadRules = { problemOf: taskFileProblem, pathOf: taskFilePath }

/** Files that are dropped, pasted or chosen for a task that is there already. Each joins the task when it has arrived. */
export function useTaskFiles(taskId: string) {
  const queryClient = useQueryClient()
  const { uploads, addFiles, remove, retry } = useUploads(taskFiles)
  const { isOver, zone } = useFileDrop(addFiles)

  const change = async (files: { add?: readonly Arrived[]; remove?: string[] }) => {
    try {
      await changeTaskFiles(taskId, files)
    } finally {
      await queryClient.invalidateQueries({ queryKey: taskKey(taskId) })
    }
  }
  const join = useEffectEvent((arrived: readonly Arrived[]) => {
    for (const { id } of arrived) remove(id)
    const paths = arrived.map(({ path }) => path)
    const fail = (error: unknown) => sayError(withReason('Failed to update task', reasonOf(error)), 'Error')
    const [first] = arrived
    const words = arrived.length === 1 && first ? `“${first.name}” was added` : `${arrived.length} files were added`
    void change({ add: arrived }).then(
      () => notifyWithUndo(words, () => void change({ remove: paths }).catch(fail)),
      fail,
    )
  })
  useEffect(() => {
    const arrived = uploads.filter(hasArrived)
    if (arrived.length > 0 && arrived.length + uploads.filter(hasFailed).length === uploads.length) join(arrived)
  }, [uploads])

  /** For a paste anywhere in the dialog outside of a text. */
  const paste = (event: ClipboardEvent) => {
    if (isWriting(event.target) || event.clipboardData.files.length === 0) return
    event.preventDefault()
    addFiles([...event.clipboardData.files])
  }
  return { uploads, isOver, zone, paste, addFiles, remove, retry }
}
