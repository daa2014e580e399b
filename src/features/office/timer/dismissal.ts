import { fields, orNull, text } from '@/shared/domain/shape'
import { memoryOfPerson } from '@/shared/lib/memory'

/** The paused bar that this person put away on this device: remembered by the timer's id and state (spec 2 §4). */
export const dismissalOf = (userId: string) =>
  memoryOfPerson(userId, 'timer-bar', orNull(fields({ id: text, touchedAt: text })))
