import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands on the pages of delivery notes, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  delivery_note: 'Nota tal-kunsinna',
  note_unread: 'In-nota tal-kunsinna ma setgħetx tinqara',
  closed_title: 'Din il-link ma tiftaħ xejn aktar',
  closed_text: 'Jekk jogħġbok itlobna waħda ġdida.',
  part_collected: 'Din il-parti nġabret.',
  part_collected_on: 'Din il-parti nġabret fi {day}.',
  part_delivered: 'Din il-parti ġiet ikkunsinnata.',
  part_delivered_on: 'Din il-parti ġiet ikkunsinnata fi {day}.',
  collected: 'Inġabret.',
  collected_on: 'Inġabret fi {day}.',
  delivered: 'Ikkunsinnata.',
  delivered_on: 'Ikkunsinnata fi {day}.',
  planned_for: 'Hija ppjanata għal {day}.',
  a_part_came: 'Parti ġiet ikkunsinnata. Il-bqija tasal wara.',
  failed: 'Ma stajniex inwasslu. Naqblu miegħek fuq jum ġdid.',
  on_its_way: 'Għadha mhix ikkunsinnata: qiegħda fit-triq lejk.',
  ready_to_collect: 'Għadha ma nġabritx: lesta għalik.',
  ready_to_deliver: 'Għadha mhix ikkunsinnata: lesta.',
  not_collected: 'Għadha ma nġabritx.',
  not_delivered: 'Għadha mhix ikkunsinnata.',
}
