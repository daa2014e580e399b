// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { keptRefusedRows } from '@/features/people/contacts/import/refused-rows'
import { showTo } from '@/shared/ui/testing'
import { KeptRefused } from './kept-refused'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const wrong = { line: 3, cells: ['Bob', 'perhaps'], because: 'On stop: “perhaps” is neither yes nor no' }

test('the wrong rows of an import are there after a reload, with their reasons as a file, until they are put away', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (file instanceof Blob && files.push(file), 'blob:x'))
  keptRefusedRows('me').keep({
    fileName: 'clients.csv',
    header: ['Name', 'On stop'],
    rows: [{ ...wrong, withoutCell: false, withoutPerson: false }],
  })
  const user = showTo('sales', <KeptRefused />)
  expect(screen.getByText('1 row of clients.csv was not imported')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save these rows with the reasons' }))
  expect(await files[0]?.text()).toContain('Bob,perhaps,3,On stop: “perhaps” is neither yes nor no')
  await user.click(screen.getByRole('button', { name: 'Put away' }))
  expect(screen.queryByText(/was not imported/)).toBeNull()
  cleanup()
  showTo('sales', <KeptRefused />)
  expect(screen.queryByText(/was not imported/)).toBeNull()
})
