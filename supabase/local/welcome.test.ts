import { expect, test } from 'vitest'
import { welcome } from './welcome.ts'

const people = [{ email: 'maria@example.com', name: 'Maria Vella', role: 'sales' }]
const printed = (demoAge: number) =>
  welcome({ url: 'http://here', mailKey: 'k3y', people, demoAge, firstAdmin: { kind: 'there', named: 'nobody' } })

test('the first lines say where it is, who may come in, and with which password', () => {
  expect(printed(0)).toBe(`
  Signwright is ready: http://here

  Demo people, all with the password “signwright”:
    Maria Vella  sales  maria@example.com

  Your public site: http://here/?preview=public
  Mail that it sends: http://here/mail?key=k3y
  Stop it with Ctrl-C.
`)
})

test('a demo company whose day is long over offers a fresh one', () => {
  expect(printed(6)).not.toContain('days old')
  expect(printed(40)).toContain(`
  This demo company is 40 days old: its deliveries are over, and its timers have run since.
  A fresh one, beside it: SIGNWRIGHT_DATA_DIR=~/signwright-demo npm start
`)
})

test('where reports may read, it says at which address', () => {
  const reports = 'Reports read the database at: postgres://reports:secret@127.0.0.1:5433/signwright'
  const about = { url: 'http://here', people: [], demoAge: 0, firstAdmin: { kind: 'there', named: 'nobody' } as const }
  expect(welcome({ ...about, reports })).toContain(`\n  ${reports}\n`)
  expect(welcome(about)).not.toContain('Reports')
})

test('a server behind a proxy says the address that people type; with a mail service it keeps no mail to read', () => {
  const about = { url: 'http://here', siteUrl: 'https://office.example', people: [], demoAge: 0 }
  const admin = { kind: 'named', email: 'anna@example.com' } as const
  const kept = welcome({ ...about, mailKey: 'k3y', firstAdmin: admin })
  expect(kept).toContain('Mail that it sends: https://office.example/mail?key=k3y')
  expect(kept).toContain('at https://office.example/auth')
  expect(welcome({ ...about, firstAdmin: admin })).not.toContain('/mail')
})
