import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page of an appointment, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  book: 'Ibbukkja żjara',
  at_yours: 'Għandek',
  move: 'Ċaqlaq',
  move_it: 'Ċaqlaq l-appuntament',
  move_to: 'Ċaqlaq għal {moment}',
  cancel: 'Ikkanċella',
  cancel_it: 'Ikkanċella l-appuntament',
  cancel_asked: 'Tikkanċella dan l-appuntament?',
  why: 'Għaliex',
  keep: 'Żommu',
  no_appointment: 'Din il-link ma tiftaħ l-ebda appuntament',
  no_appointment_text: 'Jista’ jkun li l-link mhix sħiħa. L-email li bgħatnielek fiha l-link kollha.',
  see_you: 'Narawk dakinhar',
  cancelled: 'Dan l-appuntament hu kkanċellat',
  thanks: 'Grazzi talli ġejt',
  missed: 'Ħassejna n-nuqqas tiegħek',
  we_call_you: 'Inċemplulek',
  until: 'sa {time}',
  what: 'Xiex',
  where: 'Fejn',
  who: 'Min',
  note: 'Nota',
  questions: 'Mistoqsijiet',
  goes_to: 'Konferma tmur lil {email}. Żomm din il-paġna: biha tista’ ċċaqlaq jew tikkanċella l-appuntament.',
  keep_page: 'Żomm din il-paġna: biha tista’ ċċaqlaq jew tikkanċella l-appuntament.',
  to_calendar: 'Żid mal-kalendarju tiegħi',
  another: 'Ibbukkja ħin ieħor',
  leave_review: 'Ħalli reċensjoni',
}
