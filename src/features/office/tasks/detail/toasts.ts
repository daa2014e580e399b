import { notifications } from '@mantine/notifications'
import { reasonInWords } from '../api/reason'

/** The messages after an action on a task, and for its failure (spec 2 §8). */
export const saySuccess = (message: string, title?: string): void =>
  void notifications.show({ ...(title === undefined ? {} : { title }), message })

export const sayError = (message: string, title?: string): void =>
  void notifications.show({ ...(title === undefined ? {} : { title }), message, color: 'red' })

export const reasonOf = (error: unknown): string => (error instanceof Error ? reasonInWords(error.message) : '')

/** A text of the catalogue with its reason when there is one: `Failed to add comment: {reason}`. */
export const withReason = (text: string, reason: string): string => (reason === '' ? text : `${text}: ${reason}`)
