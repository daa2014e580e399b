import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderMail } from '../../src/documents/mail/render.ts'
import { mailValuesSchema } from '../../src/documents/mail/values.ts'
import { withTexts } from '../../src/documents/paper/texts.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'
import { undone } from './act.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase({ seed: 'demo' })
})
afterAll(() => engine.close())

type Template = { key: string; kind: string; subject: string; body: string }
type Claimed = { dedupe_key: string; subject: string; body: string }

/** The sentences of a template between its values, conditions and elements. */
const sentencesOf = ({ subject, body }: Template): string[] =>
  `${subject}<br>${body}`
    .split(/\{\{[^}]*\}\}|\{%[^%]*%\}|<[^>]*>/)
    .map((part) => part.replaceAll(/^[\s.,:;?!]+|[\s.,:;?!]+$/g, ''))
    .filter((part) => /\p{L}{2}.* .*\p{L}{2}/u.test(part))

/** A record of each kind that is mailed. A booking and a request have no client: their visitor read a page in that language. */
async function mailedRecords(tx: Queryable): Promise<Map<string, string>> {
  const { rows: kinds } = await tx.query<{ kind: string; table: string }>(
    `select kind, table_name as table from private.document_kinds where templates <> '{}' and kind <> 'mockup'`,
  )
  const found = new Map<string, string>()
  const first = async (kind: string, sql: string) => {
    const { rows } = await tx.query<{ id: string }>(sql)
    if (rows[0]) found.set(kind, rows[0].id)
  }
  for (const { kind, table } of kinds)
    await first(
      kind,
      `select r.id from public.${table} r where exists (select from private.mail_parties('${kind}', r.id)) order by r.id limit 1`,
    )
  await first('mockup', `select m.job_id as id from public.mockups m order by m.id limit 1`)
  await first('booking', `select b.id from public.bookings b order by b.id limit 1`)
  await first(
    'visitor_request',
    `select r.id from public.visitor_requests r where r.email is not null order by r.id limit 1`,
  )
  return found
}

test('each mail to a German client is German to the last sentence, whatever the company reads', async () => {
  await undone(engine, async (tx) => {
    await tx.exec(`
      update public.company_settings set language = 'en';
      update public.contacts set language = 'de';
      delete from private.paper_languages;
      insert into private.paper_languages (kind, record_id, language) select 'booking', id, 'de' from public.bookings
        union all select 'visitor_request', id, 'de' from public.visitor_requests;
      update public.scheduled_emails set status = 'cancelled' where status = 'queued';
      update public.email_templates set is_active = true where language = 'en';`)
    const { rows: english } = await tx.query<Template>(
      `select key, kind, subject, body from public.email_templates where created_by is null and language = 'en' order by key`,
    )
    const records = await mailedRecords(tx)
    expect(english.filter(({ kind }) => !records.has(kind)).map(({ key }) => key)).toEqual([])
    for (const { key, kind } of english)
      await tx.query(`select private.queue_mail($1, array['klara@example.com'], $2, $3, $1, $4)`, [
        ...[key, kind, records.get(kind)],
        JSON.stringify({ recipient: 'Klara', starts_at: '2026-12-03T09:00:00Z', version: '2', question: 'Wann?' }),
      ])
    const { rows } = await tx.query<{ mail: Claimed }>('select public.claim_due(100) as mail')
    expect(rows.map(({ mail }) => mail.dedupe_key).toSorted()).toEqual(english.map(({ key }) => key))

    const said = new Set(english.flatMap(sentencesOf))
    const left: string[] = []
    for (const { mail } of rows) {
      const data = await withTexts(mailValuesSchema.parse(mail))
      const { subject, text, html } = renderMail(mail, data, 'https://shop.example')
      if (!html.includes('<html lang="de">')) left.push(`${mail.dedupe_key}: ${data.language}`)
      for (const one of `${subject}\n${text}`.split('\n'))
        for (const sentence of said) if (one.includes(sentence)) left.push(`${mail.dedupe_key}: ${sentence}`)
    }
    expect(left).toEqual([])
  })
})
