import { notifications } from '@mantine/notifications'
import type { DraftEmitted } from '@/machines/quick-add/draft.machine'
import type { QuickAddEmitted } from '@/machines/quick-add/quick-add.events'

const succeeded = (message: string, title?: string) =>
  notifications.show(title === undefined ? { message } : { title, message })
const failed = (title: string, message: string) => notifications.show({ color: 'red', title, message })

/** The exact messages of the dialog (spec 2 §8). */
export function announce(news: QuickAddEmitted | DraftEmitted) {
  switch (news.type) {
    case 'tasks.created':
      return succeeded(`${news.count} task(s) created successfully`)
    case 'people.mentioned':
      return succeeded('Users mentioned and added')
    case 'audience.converted':
      return succeeded('Private task converted to shared')
    case 'tasks.failed':
      return failed('Error', `Failed to save task: ${news.reason}`)
    case 'tasks.failedUnexpectedly':
      return failed('Error', 'An unexpected error occurred. Please try again.')
    case 'upload.failed':
      return failed('Upload failed', `Failed to upload image: ${news.reason}`)
    case 'ai.nothing':
      return failed('No content to improve', 'Please enter some description text first.')
    case 'ai.failed':
      return failed('Improvement failed', news.reason || 'Please try again or contact support')
    case 'ai.improved':
      return succeeded(
        `AI has enhanced your task description for clarity and grammar${news.note ? ` (${news.note})` : ''}`,
        'Description improved!',
      )
    case 'ai.reverted':
      return succeeded('Reverted to original')
  }
}
