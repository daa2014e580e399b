import { commentFilePath, fileProblem, previewOf } from '../web/attachment'

/** The file types that the file chooser of a new task accepts (spec 2 §5). */
export const acceptedTaskFiles = 'image/*,.pdf,.doc,.docx,.xls,.xlsx'

const documents = /\.(?:pdf|docx?|xlsx?)$/i

/** Why a file cannot go with a new task, in words; null when it can. `size` in bytes, `type` a media type or empty. */
export function taskFileProblem(file: { name: string; size: number; type: string }): string | null {
  const isPicture = file.type.startsWith('image/') || (file.type === '' && previewOf(file.name) === 'image')
  return isPicture || documents.test(file.name) ? fileProblem(file) : 'This type of file is not accepted'
}

/** The name of an upload of a task: `{timestamp}-{slug}` (spec 2 §7), without the folder of comments. `at` in ms. */
export const taskFilePath = (fileName: string, at: number): string =>
  commentFilePath(fileName, at).replace(/^task-comments\//, '')
