import { idOf } from '../people.ts'
import { row } from '../world.ts'
import { fresh, type Cases } from './case.ts'

const van = fresh(451)
const vans = `insert into public.vans (id, name) values ('${van}', 'Short van');
  insert into public.van_days (van_id, day) values ('${van}', '2026-12-01')`

export const paperCases: Cases = {
  'public.contacts': {
    'my own': {
      given: `delete from public.jobs; delete from public.quotations; delete from public.deliveries`,
      where: `user_id = :me`,
      insert: `(user_id, email, company) values (:me, 'me@people.example', 'My own shop')`,
      update: `phone = '123'`,
    },
    'my own, before I have one': {
      given: `update public.contacts set user_id = null where user_id = :me`,
      where: `false`,
      insert: `(user_id, name, email, type, profile, created_at)
        values (:me, 'Me', auth.email(), 'Person', 'pending_verification', now())`,
      update: `phone = '123'`,
    },
    "another client's": {
      given: `delete from public.jobs; delete from public.quotations; delete from public.deliveries;
        insert into auth.users (id, email) values ('${fresh(1)}', 'fresh@people.example')`,
      where: `user_id = '${idOf('otherClient')}'`,
      insert: `(user_id, email) values ('${fresh(1)}', 'fresh@people.example')`,
      update: `phone = '123'`,
    },
    'of a business without an account': {
      where: `id = '${row.business}'`,
      insert: `(type, company) values ('Business', 'Florist Ltd')`,
      update: `company = 'Bakery and Sons'`,
    },
  },
  'public.locations': {
    any: {
      where: `id = '${row.location}'`,
      insert: `(label, business_id) values ('Back door', '${row.business}')`,
      update: `city = 'Mosta'`,
    },
  },
  'public.quotations': {
    "of the client's own contact": {
      given: `delete from public.jobs`,
      where: `id = '${row.clientQuotation}'`,
      insert: `(quotation_number, contact_id) values ('Q-9', '${row.clientContact}')`,
      update: `follow_up_on = '2026-12-01'`,
    },
    "of another client's contact": {
      where: `id = '${row.otherClientQuotation}'`,
      insert: `(quotation_number, contact_id) values ('Q-9', '${row.otherClientContact}')`,
      update: `follow_up_on = '2026-12-01'`,
    },
    'still a draft': {
      where: `id = '${row.clientDraft}'`,
      insert: `(quotation_number, contact_id, created_by) values ('Q-9', '${row.clientContact}', '${idOf('colleague')}')`,
      update: `project_title = 'Fascia'`,
    },
  },
  'public.jobs': {
    any: {
      where: `id = '${row.job}'`,
      insert: `(job_number, title) values ('JOB-9', 'Banner')`,
      update: `status = 'artwork'`,
    },
  },
  'public.deliveries': {
    "of the client's own contact": {
      where: `id = '${row.clientDelivery}'`,
      insert: `(delivery_number, contact_id, project_title) values ('DN-9', '${row.clientContact}', 'Banner')`,
      update: `status = 'out'`,
    },
    "of another client's contact": {
      where: `id = '${row.otherClientDelivery}'`,
      insert: `(delivery_number, contact_id, project_title) values ('DN-9', '${row.otherClientContact}', 'Banner')`,
      update: `status = 'out'`,
    },
  },
  'public.partial_deliveries': {
    "of the client's own delivery": {
      where: `delivery_id = '${row.clientDelivery}'`,
      insert: `(partial_number, delivery_id, seq) values ('DN-1/2', '${row.clientDelivery}', 2)`,
      update: `status = 'out'`,
    },
    "of another client's delivery": {
      where: `delivery_id = '${row.otherClientDelivery}'`,
      insert: `(partial_number, delivery_id, seq) values ('DN-2/2', '${row.otherClientDelivery}', 2)`,
      update: `status = 'out'`,
    },
  },
  'public.vans': {
    any: {
      given: vans,
      where: `id = '${van}'`,
      insert: `(name, registration) values ('Long van', 'KBR 118')`,
      update: `capacity_kg = 900`,
    },
  },
  'public.van_days': {
    any: {
      given: vans,
      where: `van_id = '${van}'`,
      insert: `(van_id, day) values ('${van}', '2026-12-02')`,
      update: `crew = '{}'`,
    },
  },
}
