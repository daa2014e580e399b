import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Booking of a visit, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  book: 'Reservar una visita',
  not_online: 'Ahora no se pueden reservar citas en línea. Por favor, llámenos.',
  what_like: '¿Qué desea?',
  at_workshop: 'En nuestro taller',
  at_yours: 'En su local',
  by_phone: 'Por teléfono',
  loading_times: 'Cargando las horas libres',
  not_offered: 'Esta cita ya no se ofrece.',
  free_times: 'Horas libres',
  earlier: 'Antes',
  later: 'Después',
  times_of: 'Horas de {place}',
  times_of_abroad: 'Horas de {place}. Su reloj muestra otra hora.',
  none_free: 'No hay horas libres en estas dos semanas. Mire más adelante.',
  your_details: 'Sus datos',
  book_time: 'Reservar esta hora',
  booking_now: 'Reservando…',
  give_back: 'Liberar la hora',
  chosen: '{type}, {minutes} minutos.',
  we_call: 'Le llamamos.',
  we_come: 'Vamos a su local.',
  number_missing: 'Introduzca el número al que debemos llamar',
  address: 'Dirección',
  address_missing: 'Introduzca la dirección que debemos visitar',
  about_what: 'De qué se trata',
  over: 'Han pasado los cinco minutos. La hora sigue siendo suya mientras nadie la tome.',
  held_for: 'Reservado para usted durante',
  minutes_left: { by: 'count', one: '{count} minuto', other: '{count} minutos' },
}
