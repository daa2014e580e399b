// @vitest-environment happy-dom
import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { OwnDataForm } from './own-data-form'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const stored = { name: 'Tess', last_name: 'Borg', phone: null, logo_url: null }

function open(saving: Answer = { body: null }) {
  let row = stored
  const calls = serve(({ path, body }) => {
    if (path.includes('/rest/v1/contacts')) return { body: [row] }
    if (saving.status === undefined) row = { ...row, name: String(Object(body).p_name) }
    return saving
  })
  const user = showTo('team_member', <OwnDataForm userId="me" />)
  return { user, saved: () => calls.filter(({ path }) => path.endsWith('/save_my_profile')).map(({ body }) => body) }
}

const firstName = () => screen.findByRole('textbox', { name: /First name/ })
const save = () => screen.getByRole('button', { name: 'Save' })

test('people change their name and phone', async () => {
  const { user, saved } = open()
  await user.clear(await firstName())
  await user.type(await firstName(), 'Tessa')
  await user.type(screen.getByRole('textbox', { name: 'Phone' }), '+356 5550')
  await user.click(save())
  expect(await screen.findByText('Your data is saved.')).toBeTruthy()
  expect(saved()).toEqual([{ p_name: 'Tessa', p_last_name: 'Borg', p_phone: '+356 5550' }])
})

test('a refused save keeps what was typed, and says why', async () => {
  const { user } = open({ status: 400, body: { code: '22023', message: 'You have no record of your own yet' } })
  await user.type(await firstName(), ' Maria')
  await user.click(save())
  expect(await screen.findByText('You have no record of your own yet')).toBeTruthy()
  expect(await firstName()).toHaveProperty('value', 'Tess Maria')
})

test('what was typed survives a reload', async () => {
  const { user } = open()
  await user.type(await firstName(), ' Maria')
  cleanup()
  open()
  expect(await firstName()).toHaveProperty('value', 'Tess Maria')
})

test('without a first name nothing is saved, and the form leads there', async () => {
  const { user, saved } = open()
  expect(await firstName()).toHaveProperty('value', 'Tess')
  expect(save().getAttribute('aria-disabled')).toBe('true')
  await user.clear(await firstName())
  expect(screen.getByText('Please enter your first name')).toBeTruthy()
  await user.click(save())
  expect(document.activeElement).toBe(await firstName())
  expect(saved()).toEqual([])
})
