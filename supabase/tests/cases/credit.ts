import { idOf } from '../people.ts'
import { row } from '../world.ts'
import { fresh, type Cases } from './case.ts'

const application = (status: string, contact: string) => `insert into public.credit_applications
  (id, contact_id, status, requested_limit, terms_days, submitted_at, created_by)
  values ('${fresh(21)}', '${contact}', '${status}', 5000, 30, ${status === 'draft' ? 'null' : 'now()'}, '${idOf('colleague')}')`

export const creditCases: Cases = {
  'public.credit_applications': {
    'a draft': {
      given: application('draft', row.clientContact),
      where: `id = '${fresh(21)}'`,
      insert: `(contact_id) values ('${row.business}')`,
      update: `requested_limit = 6000`,
    },
    'waiting for a decision': {
      given: application('submitted', row.clientContact),
      where: `id = '${fresh(21)}'`,
      insert: `(contact_id, status, submitted_at) values ('${row.business}', 'submitted', now())`,
      update: `requested_limit = 6000`,
    },
  },
  'public.credit_application_events': {
    any: {
      given: application('submitted', row.clientContact),
      where: `application_id = '${fresh(21)}'`,
      insert: `(application_id, kind) values ('${fresh(21)}', 'approved')`,
      update: `kind = 'approved'`,
    },
  },
}
