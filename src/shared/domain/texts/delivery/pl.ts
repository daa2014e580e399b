import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands on the pages of delivery notes, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  delivery_note: 'Dowód dostawy',
  note_unread: 'Nie udało się wczytać dowodu dostawy',
  closed_title: 'Ten link niczego już nie otwiera',
  closed_text: 'Prosimy poprosić nas o nowy.',
  part_collected: 'Ta część została odebrana.',
  part_collected_on: 'Ta część została odebrana dnia {day}.',
  part_delivered: 'Ta część została dostarczona.',
  part_delivered_on: 'Ta część została dostarczona dnia {day}.',
  collected: 'Odebrano.',
  collected_on: 'Odebrano dnia {day}.',
  delivered: 'Dostarczono.',
  delivered_on: 'Dostarczono dnia {day}.',
  planned_for: 'Planowany termin: {day}.',
  a_part_came: 'Część została dostarczona. Reszta wkrótce.',
  failed: 'Nie udało się dostarczyć. Uzgodnimy z Państwem nowy termin.',
  on_its_way: 'Jeszcze nie dostarczono: dostawa jest w drodze do Państwa.',
  ready_to_collect: 'Jeszcze nie odebrano: towar czeka na Państwa.',
  ready_to_deliver: 'Jeszcze nie dostarczono: towar jest gotowy.',
  not_collected: 'Jeszcze nie odebrano.',
  not_delivered: 'Jeszcze nie dostarczono.',
}
