import { expect, test } from 'vitest'
import { welcome } from './welcome.ts'

const people = [{ email: 'maria@example.com', name: 'Maria Vella', role: 'sales' }]
const printed = (demoAge: number) =>
  welcome({ url: 'http://here', host: '127.0.0.1', people, demoAge, firstAdmin: { kind: 'there', named: 'nobody' } })

test('the first lines say where it is, who may come in, and with which password', () => {
  expect(printed(0)).toBe(`
  Signwright is ready: http://here

  Demo people, all with the password “signwright”:
    Maria Vella  sales  maria@example.com

  Mail that it sends: http://here/mail
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
