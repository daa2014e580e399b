import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, newPerson } from '../../../tests/faults/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let backend: TestServer
let token = ''
let person: Awaited<ReturnType<typeof newPerson>>

beforeAll(async () => {
  backend = await startTestServer({ siteUrl: 'https://office.example.com' })
  person = await newPerson(backend, 'sales')
  await backend.engine.exec(`
    insert into public.jobs (job_number, title, details, due_date) values
      ('JOB-ICS', E'Fascia; 3,2 m \\\\ "Għadira"\\nBEGIN:VEVENT and a title that is so long that a line of seventy-five bytes cannot hold it', null,
       current_date + 3);
    insert into public.booking_types (id, slug, name) values ('5a000000-0000-4000-8000-000000000001', 'ics-visit', 'Visit');
    insert into public.bookings (reference, name, type_id, desk, starts_at, ends_at, busy_until, status) values
      ('BK-ICS', 'Anna', '5a000000-0000-4000-8000-000000000001', 'studio', date_trunc('day', now()) + interval '34 hours',
       date_trunc('day', now()) + interval '35 hours', date_trunc('day', now()) + interval '35 hours', 'confirmed');
    update public.booking_types set place = 'client';
    update public.bookings set address = 'Triq il-Kbira 12, Mosta';
    insert into public.contacts (id, type, company, address_line, city, postcode, country) values
      ('5a000000-0000-4000-8000-000000000002', 'Business', 'Sunset', 'Quay 1', 'Sliema', 'SLM 1020', 'Malta');
    insert into public.locations (id, label, address, city, business_id) values
      ('5a000000-0000-4000-8000-000000000003', 'Pool bar', 'Xatt 7', 'Bugibba', '5a000000-0000-4000-8000-000000000002');
    insert into public.deliveries (id, delivery_number, contact_id, project_title, location_id, method, scheduled_at) values
      ('5a000000-0000-4000-8000-000000000004', 'DN-ICS-1', '5a000000-0000-4000-8000-000000000002', 'Banner',
       '5a000000-0000-4000-8000-000000000003', 'installation', now() + interval '3 days'),
      ('5a000000-0000-4000-8000-000000000005', 'DN-ICS-2', '5a000000-0000-4000-8000-000000000002', 'Letters', null, 'delivery',
       now() + interval '4 days'),
      ('5a000000-0000-4000-8000-000000000006', 'DN-ICS-3', '5a000000-0000-4000-8000-000000000002', 'Stickers', null, 'pickup',
       now() + interval '4 days'),
      ('5a000000-0000-4000-8000-000000000007', 'DN-ICS-4', '5a000000-0000-4000-8000-000000000002', 'Print files', null, 'electronic',
       now() + interval '4 days');
    update public.deliveries set scheduled_at = date_trunc('day', now()) + interval '4 days 7 hours', scheduled_has_time = false
     where delivery_number = 'DN-ICS-3';
    insert into public.work_centres (id, name, kind) values
      ('5a000000-0000-4000-8000-000000000011', 'Crew', 'vehicle'), ('5a000000-0000-4000-8000-000000000012', 'Table', 'bench');
    insert into public.orders (id, order_number, contact_id, project_title) values
      ('5a000000-0000-4000-8000-000000000021', 'SO-ICS', '5a000000-0000-4000-8000-000000000002', 'Bar');
    update public.deliveries set order_id = '5a000000-0000-4000-8000-000000000021' where delivery_number in ('DN-ICS-1', 'DN-ICS-2');
    insert into public.jobs (id, job_number, title, order_id, contact_id) values
      ('5a000000-0000-4000-8000-000000000031', 'JOB-ICS-1', 'Bar front', '5a000000-0000-4000-8000-000000000021',
       '5a000000-0000-4000-8000-000000000002'),
      ('5a000000-0000-4000-8000-000000000032', 'JOB-ICS-2', 'Door', null, '5a000000-0000-4000-8000-000000000002');
    insert into public.job_steps (job_id, position, name, work_centre_id, planned_start, planned_minutes) values
      ('5a000000-0000-4000-8000-000000000031', 'a0', 'Mount it', '5a000000-0000-4000-8000-000000000012', now() + interval '2 days', 60),
      ('5a000000-0000-4000-8000-000000000031', 'a1', 'Fit on site', '5a000000-0000-4000-8000-000000000011', now() + interval '3 days', 60),
      ('5a000000-0000-4000-8000-000000000032', 'a0', 'Fit door', '5a000000-0000-4000-8000-000000000011', now() + interval '3 days', 60);
  `)
  const { data } = await (
    await browserOf(backend, person)
  ).rpc('add_calendar_feed', {
    p_name: 'Phone',
    p_kinds: ['job', 'step', 'booking', 'delivery', 'installation'],
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
  const stickers = text.split('BEGIN:VEVENT').find((event) => event.includes('Stickers'))
  expect(stickers, 'only its day is known').toContain(`DTSTART;VALUE=DATE:${day(4)}\r\nDTEND;VALUE=DATE:${day(5)}\r\n`)
  expect(unfolded).toEqual(expect.arrayContaining([`DTSTART:${day(1)}T100000Z`, `DTEND:${day(1)}T110000Z`]))
})

test('events say where they are and which record they are of, so that a phone offers the way there', async () => {
  const events = (await read()).text.replaceAll('\r\n ', '').split('\r\nBEGIN:VEVENT\r\n').slice(1)
  const of = (title: string) => {
    const event = events.find((one) => one.includes(title)) ?? ''
    const value = (name: string) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(event)?.[1] ?? null
    return [value('LOCATION'), value('URL')?.replace(/5a000000-0000-4000-8000-00000000000/, 'id')]
  }
  const site = 'https://office.example.com'
  expect(of('Installation: Banner')).toEqual(['Xatt 7\\, Bugibba', `${site}/deliveries/id4`])
  expect(of('Delivery: Letters')).toEqual(['Quay 1\\, SLM 1020\\, Sliema\\, Malta', `${site}/deliveries/id5`])
  expect(of('Stickers')).toEqual([null, `${site}/deliveries/id6`])
  expect(of('Delivery: Print files')).toEqual([null, `${site}/deliveries/id7`])
  expect(of('Step: Mount it')[0]).toBeNull()
  expect(of('Step: Fit on site')).toEqual([
    'Xatt 7\\, Bugibba',
    `${site}/jobs?job=5a000000-0000-4000-8000-000000000031`,
  ])
  expect(of('Step: Fit door')[0]).toBe('Quay 1\\, SLM 1020\\, Sliema\\, Malta')
  expect(of('Appointment: Anna')[0]).toBe('Triq il-Kbira 12\\, Mosta')
  for (const event of events) expect(event).toMatch(/^URL:https:\/\/office\.example\.com\/[a-z-]/m)
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
