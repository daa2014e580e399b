import { fields, flag, orNull, text } from '@/shared/domain/records/mini-schema'
import { memoryOfPerson } from '@/shared/lib/memory'

/** The paused bar that this person put away on this device: remembered by the timer's id and state (spec 2 §4). */
export const dismissalOf = (userId: string) =>
  memoryOfPerson(userId, 'timer-bar', orNull(fields({ id: text, touchedAt: text })))

/**
 * True when the bar was shown last: its space is reserved until the timer is read, so that the page below does not
 * move.
 */
export const roomOf = (userId: string) => memoryOfPerson(userId, 'timer-room', flag)
