import { expect, test } from 'vitest'
import { workForContact } from './work-for'

const contact = (type: string, name: string | null, last_name: string | null, company: string | null) =>
  workForContact({ type, name, last_name, company })

test('work for a person is also for their business', () =>
  expect([contact('Person', 'Anna', 'Borg', 'Bakery Ltd'), contact('Person', 'Anna', null, null)]).toEqual([
    { client: 'Anna Borg', business: 'Bakery Ltd' },
    { client: 'Anna', business: '' },
  ]))

test('work for a business names no person', () =>
  expect([contact('Business', 'Bakery Ltd', null, 'Bakery Ltd'), contact('Business', 'Bakery', null, ' ')]).toEqual([
    { client: '', business: 'Bakery Ltd' },
    { client: '', business: 'Bakery' },
  ]))
