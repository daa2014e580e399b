import type { Note } from '@/documents/paper/delivery-note'
import type { deliveryPart } from '@/shared/domain/texts/delivery/part'
import type { Texts } from '@/shared/domain/texts/texts'

type Say = Texts<typeof deliveryPart.english, 'tax' | 'Tax'>
type Facts = Pick<Note, 'drop' | 'drops' | 'status' | 'method' | 'planned_on' | 'delivered_on'>

/** The state of a delivery for its client, above the note, in one or two sentences. For a drop: that it arrived. */
export function noteWords(note: Facts, say: Say, day: (day: string) => string): string {
  const { drop, drops, status, method, delivered_on } = note
  const isCollected = method === 'pickup'
  if (drop) {
    const on = drops.find(({ id }) => id === drop)?.delivered_on
    if (on) return say(isCollected ? 'part_collected_on' : 'part_delivered_on', { day: day(on) })
    return say(isCollected ? 'part_collected' : 'part_delivered')
  }
  const planned = note.planned_on ? ` ${say('planned_for', { day: day(note.planned_on) })}` : ''
  switch (status) {
    case 'delivered':
      if (delivered_on) return say(isCollected ? 'collected_on' : 'delivered_on', { day: day(delivered_on) })
      return say(isCollected ? 'collected' : 'delivered')
    case 'partially_delivered':
      return say('a_part_came')
    case 'failed':
      return say('failed')
    case 'out':
      return say('on_its_way')
    case 'ready':
      return isCollected ? say('ready_to_collect') : `${say('ready_to_deliver')}${planned}`
    default:
      return `${say(isCollected ? 'not_collected' : 'not_delivered')}${planned}`
  }
}
