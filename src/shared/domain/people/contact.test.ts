import { expect, test } from 'vitest'
import { contactName, contactProblems, contactValues, emptyContact } from './contact'

test('a business needs its name and nothing else, a person a first name', () => {
  expect(contactProblems('Business', emptyContact)).toEqual({ company: 'Please enter the name of the business' })
  expect(contactProblems('Person', emptyContact)).toEqual({ name: 'Please enter the first name' })
  expect(contactProblems('Person', { ...emptyContact, name: "Zoë O'Neill-Ħaber 🖨" })).toEqual({})
})

test('each field says in words what is wrong with it', () => {
  const draft = {
    ...emptyContact,
    name: 'x'.repeat(201),
    email: 'ann@',
    phone: 'none',
    vat_number: 'MT',
    payment_terms_days: '1e3',
  }
  expect(contactProblems('Person', draft)).toEqual({
    name: 'At most 200 characters',
    email: 'This is not a whole email address',
    phone: 'A number has at least 3 digits',
    vat_number: 'A tax number has 4 to 20 letters and digits',
    payment_terms_days: 'A whole number of days, 0 to 365',
  })
})

test('blanks, NUL and half characters do not count as a name', () => {
  expect(contactProblems('Person', { ...emptyContact, name: ' \u0000 ' })).toHaveProperty('name')
})

test('empty values are saved as null, numbers without their blanks', () => {
  const saved = contactValues({ ...emptyContact, name: ' Ann ', vat_number: 'mt 1234-5678', payment_terms_days: '0' })
  expect(saved).toEqual({
    ...contactValues(emptyContact),
    name: 'Ann',
    vat_number: 'MT12345678',
    payment_terms_days: 0,
  })
  expect(Object.values(contactValues(emptyContact)).every((value) => value === null)).toBe(true)
})

test.each([
  [{ type: 'Business', name: 'x', last_name: null, company: 'Bakery' }, 'Bakery'],
  [{ type: 'Business', name: 'Bakery', last_name: null, company: ' ' }, 'Bakery'],
  [{ type: 'Person', name: 'Ann', last_name: 'Borg', company: 'Bakery' }, 'Ann Borg'],
  [{ type: 'Person', name: null, last_name: null, company: null }, 'Without a name'],
])('%o is called %s', (contact, name) => expect(contactName(contact)).toBe(name))
