// @vitest-environment happy-dom
import { cleanup, configure, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { ImportScreen } from './import-screen'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const rowsSchema = z.object({ p_rows: z.array(z.looseObject({ line: z.number(), id: z.string().optional() })) })
const rowsOf = ({ body }: Call) => rowsSchema.parse(body).p_rows

/** Ann is known; an import works unless the connection fails. */
function database({ breaks = 0, refuses = { line: 0, because: '' } } = {}) {
  let left = breaks
  return serve((call) => {
    if (call.path.endsWith('/rpc/match_contacts')) {
      const body = rowsOf(call).map(({ line, name, company }) => ({
        line,
        name_key: String(name || company).toLowerCase(),
        ...(name === 'Ann'
          ? {
              reason: 'email',
              contact_id: 'known',
              type: 'Person',
              name,
              last_name: 'Borg',
              company: null,
              email: null,
              archived: false,
            }
          : {
              reason: null,
              contact_id: null,
              type: null,
              name: null,
              last_name: null,
              company: null,
              email: null,
              archived: null,
            }),
      }))
      return { body }
    }
    if (call.path.endsWith('/rpc/import_contacts')) {
      if (left-- > 0) return { status: 503, body: { message: 'The server is restarting' } }
      return {
        body: rowsOf(call).map(({ line, id, choice }) =>
          line === refuses.line
            ? { line, outcome: 'refused', contact_id: null, because: refuses.because }
            : { line, outcome: choice === 'update' ? 'updated' : 'created', contact_id: id, because: null },
        ),
      }
    }
    return {}
  })
}
const imports = (calls: Call[]) => calls.filter(({ path }) => path.endsWith('/rpc/import_contacts')).map(rowsOf)

const begin = () =>
  showTo(
    'admin',
    <MemoryRouter>
      <ImportScreen />
    </MemoryRouter>,
  )

async function paste(text: string) {
  const user = begin()
  const box = await screen.findByLabelText('Or paste rows')
  await user.click(box)
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: 'Continue with these rows' }))
  await user.click(await screen.findByRole('button', { name: /^Check/ }))
  await screen.findByText('Step 3 of 4: look at the rows')
  return user
}

test('rows are pasted, looked at, and imported: the new, the duplicate as chosen, the wrong one not', async () => {
  const calls = database()
  const user = await paste('First name\tE-mail\nAnn\tann@borg.example\nZoë\tzoe@zoe.example\n\tbob@bob.example\n')
  expect(screen.getByText('First name: Please enter the first name')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Duplicates 1' }))
  expect(screen.getByRole('link', { name: 'Ann Borg' }).getAttribute('href')).toBe('/contacts/people/known')
  await user.click(within(screen.getByText('All duplicates:').parentElement!).getByRole('radio', { name: 'Fill in' }))
  await user.click(screen.getByRole('button', { name: 'Add 1 and fill in 1 contacts' }))

  await screen.findByText('The import is finished')
  expect(imports(calls)).toEqual([
    [
      expect.objectContaining({
        line: 2,
        choice: 'update',
        target: 'known',
        email: 'ann@borg.example',
        type: 'Person',
      }),
      expect.objectContaining({ line: 3, choice: 'new', target: null, name: 'Zoë', phone: null }),
    ],
  ])
  expect(screen.getByText('Line 4: First name: Please enter the first name')).toBeTruthy()

  // The list of them is still on the import's page after a reload, until it is dismissed.
  cleanup()
  const later = begin()
  expect(await screen.findByText(/^1 row of .* was not imported$/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save these rows with the reasons' })).toBeTruthy()
  await later.click(screen.getByRole('button', { name: 'Put away' }))
  expect(screen.queryByText(/was not imported$/)).toBeNull()
})

test('an email that cannot be read costs the email and not the contact, and is said, counted and kept', async () => {
  const calls = database()
  const user = await paste('First name\tE-mail\nBad\tbad-at-example\nZoë\tzoe@zoe.example\n')
  expect(screen.getByRole('radio', { name: 'Cells left out 1' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Wrong 0' })).toBeTruthy()
  expect(screen.getByText('Email cannot be read: bad-at-example')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save the wrong rows' })).toBeTruthy()
  expect(screen.queryByText('Zoë')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add 2 contacts' }))
  await screen.findByText('The import is finished')
  expect(imports(calls)[0]).toEqual([
    expect.objectContaining({ line: 2, email: null, note: 'Email in the file: bad-at-example' }),
    expect.objectContaining({ line: 3, email: 'zoe@zoe.example' }),
  ])
  expect(screen.getByText('1 row was imported without a cell that cannot be read')).toBeTruthy()
  expect(screen.getByText('Line 2: Email cannot be read: bad-at-example')).toBeTruthy()

  cleanup()
  begin()
  expect(await screen.findByText(/^1 row of .* was imported without a cell that cannot be read$/)).toBeTruthy()
})

test('each person of a business keeps the own e-mail and phones, and no row that was imported is said to be left out', async () => {
  const calls = database()
  const user = await paste(
    'Company\tFirst name\tLast name\tE-mail\tPhone\tMobile\n' +
      'Alpha Signs GmbH\tMaria\tHuber\tmaria@alpha.example\t+43 1 111\t+43 664 111\n' +
      'Alpha Signs GmbH\tOtto\tKlein\totto@alpha.example\t+43 1 222\t+43 664 222\n' +
      'Alpha Signs GmbH\tOtto\tKlein\totto@alpha.example\t+43 1 222\t+43 664 222\n',
  )
  await user.click(screen.getByRole('button', { name: /^Add/ }))
  await screen.findByText('The import is finished')
  const maria = { email: 'maria@alpha.example', phone: '+43 1 111', mobile: '+43 664 111' }
  const otto = { email: 'otto@alpha.example', phone: '+43 1 222', mobile: '+43 664 222' }
  expect(imports(calls)).toEqual([
    [
      expect.objectContaining({ line: 2, type: 'Business', company: 'Alpha Signs GmbH', ...maria }),
      expect.objectContaining({ line: -2, type: 'Person', name: 'Maria', last_name: 'Huber', ...maria }),
      expect.objectContaining({ line: -3, type: 'Person', name: 'Otto', last_name: 'Klein', ...otto }),
    ],
  ])
  // The one that is left out is the one that came twice.
  expect(screen.getByText('1 row was not imported')).toBeTruthy()
  expect(screen.getByText('Line 4: Left out: the same as line 2')).toBeTruthy()
  expect(screen.queryByText(/^Line 3/)).toBeNull()
})

test('a business whose contact person works there already is imported without its person, and is said so', async () => {
  const because = 'Somebody of this name works there already'
  database({ refuses: { line: -2, because } })
  const user = await paste('Company\tFirst name\tLast name\nAlpha Signs GmbH\tMaria\tHuber\n')
  await user.click(screen.getByRole('button', { name: /^Add/ }))
  await screen.findByText('The import is finished')
  expect(screen.getByText('1 row was imported without its contact person')).toBeTruthy()
  expect(screen.getByText(`Line 2: Contact person: ${because}`)).toBeTruthy()
})

test('after a broken connection the same rows go on with the same ids', async () => {
  const calls = database({ breaks: 1 })
  const user = await paste('First name\tE-mail\nZoë\tzoe@zoe.example\n')
  await user.click(screen.getByRole('button', { name: 'Add 1 contact' }))
  expect((await screen.findByRole('alert')).textContent).toContain('nothing is imported twice')
  await user.click(screen.getByRole('button', { name: 'Go on with 1 row' }))
  await screen.findByText('The import is finished')
  const [first, second] = imports(calls)
  expect(second).toEqual(first)
})

test('an import is found again after a reload and undone; what stays is said with the reason', async () => {
  let undone = false
  const calls = serve(({ path }) => {
    if (path.includes('/rpc/undo_contact_import')) undone = true
    if (path.includes('/contact_imports?'))
      return {
        body: [
          {
            id: 'i1',
            file_name: 'clients.csv',
            created_by: 'me',
            created_at: '2026-11-20T10:00:00Z',
            added: 3,
            filled: 1,
            refused: 0,
            undone_at: undone ? '2026-11-20T11:00:00Z' : null,
            taken_back: undone ? 3 : 0,
            kept: undone ? 1 : 0,
          },
        ],
      }
    if (path.includes('/contact_import_rows?'))
      return { body: [{ line: 4, label: 'Zoë Vella', kept: 'Used in quotations' }] }
    return {}
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <ImportScreen />
    </MemoryRouter>,
  )
  const shown = within(await screen.findByRole('article', { name: 'clients.csv' }))
  expect(shown.getByText(/by you · 3 added · 1 filled in/)).toBeTruthy()
  await user.click(shown.getByRole('button', { name: 'Undo import' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo import' }))
  expect(await shown.findByText('Line 4, Zoë Vella: Used in quotations')).toBeTruthy()
  expect(shown.getByText(/3 taken back, 1 stay/)).toBeTruthy()
  expect(shown.getByRole('button', { name: 'Undo what stayed' })).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('/rpc/undo_contact_import')).map(({ body }) => body)).toEqual([
    { p_import_id: 'i1' },
  ])
})

test('a reload keeps the file, what its columns hold and the step', async () => {
  const calls = database()
  await paste('First name\tLast name\nZoë\tZammit\n')
  cleanup()
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/contacts?view=import&step=preview']}>
      <ImportScreen />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Step 3 of 4: look at the rows')).toBeTruthy()
  expect(screen.getByText(/Zammit/)).toBeTruthy()
  expect(imports(calls)).toEqual([])
})
