import { englishPaperTexts } from '../../shared/domain/texts/papers/english.ts'
import { paperTexts, type WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { describe, expect, test } from 'vitest'
import { company } from '../paper/testing.ts'
import { calendarText } from './calendar-event.ts'
import { cleanHtml, textOfHtml } from './clean-html.ts'
import { problemOfText } from './engine.ts'
import { renderMail } from './render.ts'
import type { MailValues } from './values.ts'

const values = (more: Record<string, unknown> = {}): WithTexts<MailValues> => ({
  language: 'en',
  texts: englishPaperTexts,
  types: { total: 'money', valid_until: 'date', starts_at: 'moment', link: 'link' },
  company,
  time_zone: 'Europe/Malta',
  values: { recipient: 'Anna', number: 'Q-2026-0142', currency: 'EUR', note: '', ...more },
})
const render = (body: string, more?: Record<string, unknown>, subject = 'Quotation {{ number }}') =>
  renderMail({ subject, body }, values(more), 'https://sign.example/')

describe('a mail', () => {
  test('writes money, days, moments and links as the company does', () => {
    const mail = render('<p>{{ total }}, {{ valid_until }}, {{ starts_at }}</p><p><a href="{{ link }}">Open</a></p>', {
      total: '1453.45',
      valid_until: '2026-11-20',
      starts_at: '2026-12-03T09:00:00Z',
      link: '/client-quotations/1',
    })
    expect(mail.subject).toBe('Quotation Q-2026-0142')
    expect(mail.text).toBe(
      `€1,453.45, 20 Nov 2026, 3 Dec 2026, 10:00\n\nOpen: https://sign.example/client-quotations/1\n\n-- \n${company.name}`,
    )
    expect(mail.html).toContain('href="https://sign.example/client-quotations/1"')
  })

  test('about an invoice that names another bank account says which one is right now, in the language of the reader', async () => {
    const moved = {
      ...values(),
      company: { ...company, account_holder: null, iban: 'DE89370400440532013000', bic: 'COBADEFF' },
    }
    const mail = (account_changed: boolean) =>
      renderMail({ subject: 'x', body: '<p>Hello</p>' }, { ...moved, account_changed }, 'https://sign.example/').text
    expect(mail(false)).not.toContain('IBAN')
    expect(mail(true)).toContain(
      `Please pay to ${company.name}, IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFF: our account has changed.`,
    )
    const german = { ...moved, account_changed: true, language: 'de', texts: await paperTexts('de') } as const
    expect(renderMail({ subject: 'x', body: '<p>Hallo</p>' }, german, 'https://sign.example/').text).toContain(
      'Unser Konto hat sich geändert.',
    )
  })

  test('says in the language of the reader how a delivery goes', async () => {
    const german = { ...values({ method: 'installation' }), language: 'de', texts: await paperTexts('de') } as const
    const mail = renderMail({ subject: 'x', body: '<p>{{ method }}</p>' }, german, 'https://sign.example/')
    expect(mail.text).toMatch(/^Montage\n/)
    expect(render('<p>{{ method }}</p>', { method: 'installation' }).text).toMatch(/^installation\n/)
  })

  test('writes a moment of which only the day is known as a day', () => {
    expect(render('<p>{{ starts_at }}</p>', { starts_at: '2026-12-03' }).text).toMatch(/^3 Dec 2026\n/)
  })

  test('has one full stop where a value ends with one at the end of a sentence', () => {
    const body = '<p>{% if total != blank %}With {{ tax }}{% endif %}. From {{ by }}. End...</p>'
    expect(render(body, { tax: 'MwSt.', by: 'Abel & Co.', total: '1' }).text).toMatch(
      /^With MwSt\. From Abel & Co\. End\.\.\.\n/,
    )
  })

  test('shows a condition only when it holds, and no empty paragraph', () => {
    const body = '<p>{{ note }}</p><p>{% if note != blank %}With words{% endif %}</p><p>End</p>'
    expect(render(body).text).toMatch(/^End\n/)
    expect(render(body, { note: 'Call me' }).text).toMatch(/^Call me\n\nWith words\n\nEnd\n/)
    expect(render('<p>{% if number == "Q-2026-0142" and recipient &gt; "A" %}yes{% endif %}</p>').text).toMatch(/^yes/)
  })

  test('goes on in small letters after the greeting, and begins anew after own words', () => {
    const body = '<p>Guten Tag {{ recipient }},</p><p>{{ note }}</p><p>über {{ number }} hinaus</p>'
    expect(render(body).text).toMatch(/^Guten Tag Anna,\n\nüber Q-/)
    expect(render(body, { note: 'Vielen Dank.' }).text).toMatch(/\n\nVielen Dank\.\n\nÜber Q-/)
  })

  test('values stay text: no element, no script, no second line in the subject', () => {
    const mail = render('<p>{{ note }}</p><p><a href="{{ link }}">Open</a></p>', {
      note: '<img src=x onerror=alert(1)>\n<script>alert(1)</script>',
      link: 'javascript:alert(1)',
      number: 'Q-1\r\nBcc: all@example.com',
    })
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;<br>&lt;script&gt;')
    expect(mail.html).not.toContain('javascript:')
    expect(mail.subject).toBe('Quotation Q-1 Bcc: all@example.com')
  })

  test.each([
    ['Guten Tag {{ recipient }},', 'Guten Tag,'],
    ['Bom dia, {{recipient}},', 'Bom dia,'],
    ['Hola, {{ recipient }}:', 'Hola:'],
  ])('whose addressee has no known name greets without one: %s', (greeting, said) => {
    expect(render(`<p>${greeting}</p>`, { recipient: '' }).text.split('\n')[0]).toBe(said)
    expect(render(`<p>${greeting}</p>`, { recipient: 'Anna' }).text).toContain('Anna')
  })

  test('that nobody signs by name is signed by the company once', () => {
    const body = '<p>Kind regards<br>{{ sender }}<br>{{ company }}</p>'
    expect(render(body, { sender: 'Sal', company: 'Tramuntana' }).text).toMatch(/^Kind regards\nSal\nTramuntana\n/)
    expect(render(body, { sender: 'Tramuntana', company: 'Tramuntana' }).text).toMatch(/^Kind regards\nTramuntana\n\n/)
  })

  test('of a record that is gone is not written', () => {
    expect(() => renderMail({ subject: 'a', body: '<p>b</p>' }, { ...values(), values: null }, 'https://x')).toThrow(
      'The record of this mail is not there any more',
    )
  })
})

describe('a template that reaches out', () => {
  test.each([
    ['{{ recipient.constructor }}', 'variable'],
    ['{{ constructor }}', 'variable'],
    ['{{ __proto__ }}', 'variable'],
    ['{{ number | raw }}', 'filter “raw”'],
    ['{% for i in (1..100000000) %}a{% endfor %}', '“for” cannot be used'],
    ['{% include "x" %}', '“include” cannot be used'],
    ['{% render "x" %}', '“render” cannot be used'],
    ['{% assign a = 1 %}', '“assign” cannot be used'],
    ['{% if (1..100000000) contains 3 %}a{% endif %}', 'too long'],
    ['{{ number', 'not closed'],
    ['{% if number %}a', 'not closed'],
    ['a'.repeat(200_000), 'too long'],
  ])('%# is told in a sentence', (text, words) => {
    expect(problemOfText(text.slice(0), ['recipient', 'number'])).toContain(words)
  })

  test('what is right has no problem', () => {
    expect(
      problemOfText('<p>{% if note != blank and number &gt; 3 %}{{ note | upcase }}{% else %}-{% endif %}</p>', [
        'note',
        'number',
      ]),
    ).toBeNull()
  })
})

test('only the elements of the editor are left in a mail', () => {
  expect(cleanHtml('<p style="x">a<b>b</b><br/><a href="https://x.example/?a=1&amp;b=2" onclick="x">c</a></p>')).toBe(
    '<p>a<b>b</b><br><a href="https://x.example/?a=1&amp;b=2">c</a></p>',
  )
  expect(cleanHtml('<svg onload=alert(1)><scr<script>ipt>1 < 2 <a href=javascript:x>d</a>')).not.toMatch(
    /<(?!\/?(a|p)>)/,
  )
})

test('an appointment is iCalendar with short lines', () => {
  const text = calendarText(
    {
      type: 'event',
      uid: 'b1',
      sequence: 2,
      method: 'REQUEST',
      starts_at: '2026-12-03T09:00:00Z',
      ends_at: '2026-12-03T10:00:00+00:00',
      summary: 'Survey; ħanut, front',
      location: 'a very long place that goes on and on until the line is longer than seventy-five bytes, really',
    },
    { name: 'Sign "Works"', email: 'office@example.com' },
    new Date('2026-11-22T08:00:00Z'),
  )
  expect(text).toContain('DTSTART:20261203T090000Z\r\nDTEND:20261203T100000Z\r\nSUMMARY:Survey\\; ħanut\\, front\r\n')
  expect(text).toContain('METHOD:REQUEST\r\n')
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
})

test('no text of an appointment begins a line of its own', () => {
  const text = calendarText(
    {
      type: 'event',
      uid: 'b1\r\nATTENDEE:uid',
      sequence: 0,
      method: 'REQUEST',
      starts_at: '2026-12-03T09:00:00Z',
      ends_at: '2026-12-03T10:00:00Z',
      summary: 'Survey\r\nATTENDEE:summary',
      location: 'Mosta\nATTENDEE:place',
      description: 'Ladder\rATTENDEE:words',
    },
    { name: 'Sign\r\nATTENDEE:name', email: 'office@example.com\r\nATTENDEE:address' },
    new Date('2026-11-22T08:00:00Z'),
  )
  expect(text).not.toMatch(/[\r\n]ATTENDEE/)
})

test('an address in the text of a mail ends with itself, not with the full stop of its sentence', () => {
  const body = '<p>See it <a href="https://x.example/1">here</a>. Or <a href="https://x.example/2">there</a>.</p>'
  expect(textOfHtml(body)).toBe('See it here: https://x.example/1 Or there: https://x.example/2')
})
