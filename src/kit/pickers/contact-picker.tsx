import {
  choiceFrom,
  type ContactChoice,
  readChosenContact,
  readContactChoice,
} from '@/shared/db/reads/contact-choice.query'
import { type ContactKind, contactName } from '@/shared/domain/people/contact'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { RecordPicker, type RecordPickerProps } from './record-picker'
import type { PickedRecord, RecordSource } from './record-source'

type ContactPickerProps = Omit<RecordPickerProps, 'source'> & {
  /** People or businesses only. */
  kind?: ContactKind
}

/** Picks a person or a business by two letters of a name, company, e-mail or number. */
export const ContactPicker = ({ kind, ...picker }: ContactPickerProps) => (
  <RecordPicker {...picker} source={kind ? contactsOf[kind] : contacts} />
)

const contactSource = (kind?: ContactKind): RecordSource => ({
  one: 'contact',
  many: 'contacts',
  from: choiceFrom,
  found: (text) => ({
    queryKey: ['contact-pick', kind, text],
    queryFn: async ({ signal }) => namedFirst(await readContactChoice(text, kind, signal), text).map(picked),
  }),
  chosen: (id) => ({
    queryKey: ['contact-pick', 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const contact = id === null ? null : await readChosenContact(id, signal)
      return contact && picked(contact)
    },
  }),
})

/** Contacts of both kinds, for `record('Client', contacts)`. */
export const contacts = contactSource()
/** People or businesses only. */
export const contactsOf = { Person: contactSource('Person'), Business: contactSource('Business') }

/** Contacts with this name come before people of a business with this name, because Enter takes the first one. */
function namedFirst(found: readonly ContactChoice[], text: string): ContactChoice[] {
  const begins = (contact: ContactChoice) =>
    Number(foldAccents(contactName(contact)).startsWith(foldAccents(text.trim())))
  return found.toSorted((one, other) => begins(other) - begins(one))
}

const picked = (contact: ContactChoice): PickedRecord => ({
  id: contact.id,
  label: [
    contactName(contact),
    contact.type === 'Person' ? contact.company : null,
    contact.city,
    contact.on_stop ? 'on stop' : null,
  ]
    .filter(Boolean)
    .join(' · '),
})
