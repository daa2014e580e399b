import { idOf } from '../people.ts'
import { row } from '../world.ts'
import { fresh, type Cases } from './case.ts'

const iban = 'GB82WEST12345698765432'

export const contactCardCases: Cases = {
  'public.contact_types': {
    any: {
      where: `name = 'Supplier'`,
      insert: `(name) values ('Landlord')`,
      update: `is_client = true`,
    },
  },
  'public.contact_relations': {
    any: {
      given: `insert into public.contact_relations (id, contact_id, related_contact_id, relation)
        values ('${fresh(11)}', '${row.clientContact}', '${row.business}', 'owner')`,
      where: `id = '${fresh(11)}'`,
      insert: `(contact_id, related_contact_id, relation) values ('${row.clientContact}', '${row.business}', 'accounts')`,
      update: `is_primary = true`,
    },
  },
  'public.contact_bank_accounts': {
    any: {
      given: `insert into public.contact_bank_accounts (id, contact_id, holder, iban)
        values ('${fresh(12)}', '${row.clientContact}', 'Client', '${iban}')`,
      where: `id = '${fresh(12)}'`,
      insert: `(contact_id, holder, iban) values ('${row.business}', 'Bakery', '${iban}')`,
      update: `bank_name = 'Bank'`,
    },
  },
  'public.contact_notes': {
    mine: {
      given: `insert into public.contact_notes (id, contact_id, body, author_id)
        values ('${fresh(13)}', '${row.business}', 'Mine', :me)`,
      where: `id = '${fresh(13)}'`,
      insert: `(contact_id, body) values ('${row.business}', 'Another')`,
      update: `body = 'Rewritten'`,
    },
    "a colleague's": {
      given: `insert into public.contact_notes (id, contact_id, body, author_id)
        values ('${fresh(13)}', '${row.business}', 'Theirs', '${idOf('colleague')}')`,
      where: `id = '${fresh(13)}'`,
      insert: `(contact_id, body, author_id) values ('${row.business}', 'Forged', '${idOf('colleague')}')`,
      update: `body = 'Rewritten'`,
    },
  },
}
