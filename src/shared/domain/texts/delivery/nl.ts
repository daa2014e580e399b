import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands on the pages of delivery notes, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  delivery_note: 'Pakbon',
  note_unread: 'De pakbon kon niet worden geladen',
  closed_title: 'Deze link opent niets meer',
  closed_text: 'Vraag ons om een nieuwe.',
  part_collected: 'Dit deel is afgehaald.',
  part_collected_on: 'Dit deel is afgehaald op {day}.',
  part_delivered: 'Dit deel is geleverd.',
  part_delivered_on: 'Dit deel is geleverd op {day}.',
  collected: 'Afgehaald.',
  collected_on: 'Afgehaald op {day}.',
  delivered: 'Geleverd.',
  delivered_on: 'Geleverd op {day}.',
  planned_for: 'De geplande datum is {day}.',
  a_part_came: 'Een deel is geleverd. De rest volgt.',
  failed: 'Wij konden niet leveren. Wij spreken een nieuwe dag met u af.',
  on_its_way: 'Nog niet geleverd: de levering is naar u onderweg.',
  ready_to_collect: 'Nog niet afgehaald: het staat voor u klaar.',
  ready_to_deliver: 'Nog niet geleverd: het is klaar.',
  not_collected: 'Nog niet afgehaald.',
  not_delivered: 'Nog niet geleverd.',
}
