import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, newPerson } from '../../../tests/faults/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let backend: TestServer
let token = ''
let person: Awaited<ReturnType<typeof newPerson>>

beforeAll(async () => {
  backend = await startTestServer()
  person = await newPerson(backend, 'sales')
  await backend.engine.exec(`
    insert into public.jobs (job_number, title, details, due_date) values
      ('JOB-ICS', E'Fascia; 3,2 m \\\\ "Għadira"\\nBEGIN:VEVENT and a title that is so long that a line of seventy-five bytes cannot hold it', null,
       current_date + 3);
    insert into public.booking_types (id, slug, name) values ('5a000000-0000-4000-8000-000000000001', 'ics-visit', 'Visit');
    insert into public.bookings (reference, name, type_id, desk, starts_at, ends_at, busy_until, status) values
      ('BK-ICS', 'Anna', '5a000000-0000-4000-8000-000000000001', 'studio', date_trunc('day', now()) + interval '34 hours',
       date_trunc('day', now()) + interval '35 hours', date_trunc('day', now()) + interval '35 hours', 'confirmed');
  `)
  const { data } = await (
    await browserOf(backend, person)
  ).rpc('add_calendar_feed', {
    p_name: 'Phone',
    p_kinds: ['job', 'booking'],
    p_only_mine: false,
  })
  token = String(data)
})
afterAll(() => backend.close())

const read = async (key = token) => {
  const answer = await fetch(`${backend.url}/functions/v1/calendar-feed/${key}.ics`)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('a calendar program reads the address without signing in, as RFC 5545 wants it', async () => {
  const { status, type, text } = await read()
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
  const lines = text.split('\r\n')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
  expect(lines.at(-1)).toBe('')
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
  const begins = unfolded.filter((line) => line === 'BEGIN:VEVENT')
  expect(begins).toHaveLength(unfolded.filter((line) => line === 'END:VEVENT').length)
  expect(unfolded).toContain(
    'SUMMARY:Due: Fascia\\; 3\\,2 m \\\\ "Għadira"\\nBEGIN:VEVENT and a title that is so long that a line of seventy-five bytes cannot hold it',
  )
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  expect(unfolded).toEqual(expect.arrayContaining([`DTSTART;VALUE=DATE:${day(3)}`, `DTEND;VALUE=DATE:${day(4)}`]))
  expect(unfolded).toEqual(expect.arrayContaining([`DTSTART:${day(1)}T100000Z`, `DTEND:${day(1)}T110000Z`]))
})

test('an address that is unknown, or whose person is no longer staff, is not there', async () => {
  expect((await read('0'.repeat(64))).status).toBe(404)
  expect((await read('../../rest/v1/jobs')).status).not.toBe(200)
  await backend.engine.query(`update public.user_roles set role = 'client' where user_id = $1`, [person.id])
  expect((await read()).status).toBe(404)
  await backend.engine.query(`update public.user_roles set role = 'sales' where user_id = $1`, [person.id])
  expect((await read()).status).toBe(200)
})

test('an address that is read too often is told to wait', async () => {
  const answers = []
  for (let n = 0; n < 12; n++) answers.push((await read()).status)
  expect(answers.at(-1)).toBe(429)
})
