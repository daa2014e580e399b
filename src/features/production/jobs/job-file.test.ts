import { expect, test } from 'vitest'
import { jobFileProblem, newestOf, shownAs, storedAs } from './job-file'

test('cut files and artwork go with a job; programs, pages, empty and huge files are refused in words', () => {
  expect(jobFileProblem({ name: 'Fascia.DXF', size: 10 })).toBeNull()
  expect(jobFileProblem({ name: 'page.html', size: 10 })).toBe('Files of this type are not accepted.')
  expect(jobFileProblem({ name: 'no ending', size: 10 })).toBe('Files of this type are not accepted.')
  expect(jobFileProblem({ name: 'a.pdf', size: 0 })).toBe('The file is empty.')
  expect(jobFileProblem({ name: 'a.pdf', size: 53_000_000 })).toBe('The file is larger than 50 MB.')
})

test('a drawing that may hold a script is stored as bytes and never drawn', () => {
  expect(storedAs('logo.svg')).toBe('application/octet-stream')
  expect(shownAs('logo.svg')).toBeNull()
  expect(shownAs('logo.PNG')).toBe('picture')
  expect(shownAs('plan.pdf')).toBe('pdf')
})

test('a file stands once, with its newest version first', () => {
  const row = (kind: string, name: string, version: number) => ({ kind, name, version })
  expect(newestOf([row('cut', 'A.dxf', 1), row('cut', 'a.DXF', 2), row('drawing', 'A.dxf', 1)])).toEqual([
    { newest: row('cut', 'a.DXF', 2), earlier: [row('cut', 'A.dxf', 1)] },
    { newest: row('drawing', 'A.dxf', 1), earlier: [] },
  ])
})
