import { notifications } from '@mantine/notifications'
import type { ActorRefFrom } from 'xstate'
import type { uploadMachine } from '@/machines/upload/upload.machine'
import { mostFiles } from '@/shared/domain/web/attachment'
import { taskFilePath, taskFileProblem } from '@/shared/domain/tasks/task-file'
import { newId } from '@/shared/lib/new-id'

let latest = 0
/** Milliseconds now, never twice the same: two files of one name get two names in storage. */
const ownMoment = () => (latest = Math.max(Date.now(), latest + 1))

export const newTaskFilePath = (name: string): string => taskFilePath(name, ownMoment())

/** Uploads files for a draft. A refused file is reported by name with the reason. */
export function attachFiles(uploads: ActorRefFrom<typeof uploadMachine>, files: readonly File[]): void {
  const room = mostFiles - uploads.getSnapshot().context.uploads.length
  const refused = files.flatMap((file, index) => {
    const problem = index >= room ? `A task takes ${mostFiles} files` : taskFileProblem(file)
    return problem ? [{ file, problem }] : []
  })
  for (const { file, problem } of refused) {
    notifications.show({ color: 'red', title: 'Not attached', message: `${file.name}: ${problem}` })
  }
  const taken = files.filter((file) => !refused.some((other) => other.file === file))
  uploads.send({
    type: 'files.add',
    files: taken.map((file) => ({ id: newId(), file, path: newTaskFilePath(file.name) })),
  })
}
