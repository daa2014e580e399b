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
  'public.merged_contacts': {
    any: {
      given: `insert into public.merged_contacts (id, kept_id) values ('${fresh(14)}', '${row.business}')`,
      where: `id = '${fresh(14)}'`,
      insert: `(id, kept_id) values ('${fresh(15)}', '${row.business}')`,
      update: `kept_id = '${row.clientContact}'`,
    },
  },
  'public.distinct_contacts': {
    any: {
      given: `insert into public.distinct_contacts (contact_id, other_id, said_by)
        values ('${row.clientContact}', '${row.business}', :me)`,
      where: `contact_id = '${row.clientContact}' and other_id = '${row.business}'`,
      insert: `(contact_id, other_id) values ('${row.otherClientContact}', '${row.business}')`,
      update: `created_at = now()`,
    },
    'in the name of a colleague': {
      given: `insert into public.distinct_contacts (contact_id, other_id, said_by)
        values ('${row.clientContact}', '${row.business}', '${idOf('colleague')}')`,
      where: `contact_id = '${row.clientContact}' and other_id = '${row.business}'`,
      insert: `(contact_id, other_id, said_by)
        values ('${row.otherClientContact}', '${row.business}', '${idOf('colleague')}')`,
      update: `said_by = :me`,
    },
  },
  'public.book_imports': {
    'of a price list': {
      given: `insert into public.book_imports (id, kind, file_name, day, created_by)
        values ('${fresh(18)}', 'service', 'prices.csv', '2026-06-30', :me)`,
      where: `id = '${fresh(18)}'`,
      insert: `(id, kind, file_name, day) values ('${fresh(19)}', 'service', 'forged.csv', '2026-06-30')`,
      update: `added = 1000`,
    },
  },
  'public.book_import_rows': {
    'of a price list': {
      given: `insert into public.book_imports (id, kind, file_name, day, created_by)
          values ('${fresh(18)}', 'service', 'prices.csv', '2026-06-30', :me);
        insert into public.book_import_rows (import_id, line, record_id, label, version)
        values ('${fresh(18)}', 2, '${row.business}', 'Vinyl', 1)`,
      where: `import_id = '${fresh(18)}'`,
      insert: `(import_id, line, record_id, label, version) values ('${fresh(18)}', 3, '${row.business}', 'Vinyl', 1)`,
      update: `label = 'Forged'`,
    },
  },
  'public.contact_imports': {
    any: {
      given: `insert into public.contact_imports (id, file_name, created_by) values ('${fresh(16)}', 'clients.csv', :me)`,
      where: `id = '${fresh(16)}'`,
      insert: `(id, file_name) values ('${fresh(17)}', 'forged.csv')`,
      update: `added = 1000`,
    },
  },
  'public.contact_import_rows': {
    any: {
      given: `insert into public.contact_imports (id, file_name, created_by) values ('${fresh(16)}', 'clients.csv', :me);
        insert into public.contact_import_rows (import_id, line, outcome, contact_id)
        values ('${fresh(16)}', 2, 'refused', '${row.business}')`,
      where: `import_id = '${fresh(16)}'`,
      insert: `(import_id, line, outcome, contact_id) values ('${fresh(16)}', 3, 'created', '${row.business}')`,
      update: `outcome = 'created'`,
    },
  },
}
