import { row } from '../world.ts'
import { fresh, type Cases } from './case.ts'

const template = `(key, kind, name, subject, body)
  values ('thanks', 'quotation', 'Thanks', 'Thank you, {{ recipient }}', '<p>Thank you</p>')`

/** A mail that waits. People write none: functions do. */
const mail = (kind: string | null, id: string | null) => {
  const record = kind && id ? `'${kind}', '${id}'` : 'null, null'
  return {
    given: `insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, record_kind, record_id, recipients)
      values ('${fresh(1)}', 'one', 'quotation', 'Quotation', ${record}, '{ann@client.example}')`,
    where: `id = '${fresh(1)}'`,
    insert: `(dedupe_key, template_key, template_name, recipients) values ('two', 'quotation', 'Quotation', '{ann@client.example}')`,
    update: `send_at = now()`,
  }
}

export const mailCases: Cases = {
  'public.email_templates': {
    'that everybody starts with': {
      where: `key = 'quotation'`,
      insert: template,
      update: `subject = 'Our quotation {{ number }}'`,
    },
    'that somebody added': {
      given: `insert into public.email_templates ${template.replace('(key,', '(created_by, key,').replace('values (', 'values ((select id from auth.users limit 1), ')}`,
      where: `key = 'thanks'`,
      insert: template.replaceAll('thanks', 'welcome'),
      update: `subject = 'Thanks, {{ recipient }}'`,
    },
  },
  'public.email_template_versions': {
    any: {
      where: `template_id = (select id from public.email_templates where key = 'quotation' and language = 'en')`,
      insert: `(template_id, version, subject, body)
        values ((select id from public.email_templates where key = 'quotation' and language = 'en'), 9, 'Subject', '<p>Text</p>')`,
      update: `subject = 'Changed'`,
    },
  },
  'public.scheduled_emails': {
    'of a quotation': mail('quotation', row.clientQuotation),
    'of a delivery': mail('delivery', row.clientDelivery),
    'of no document': mail(null, null),
  },
}
