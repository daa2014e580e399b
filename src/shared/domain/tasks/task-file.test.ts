import { expect, test } from 'vitest'
import { acceptedTaskFiles, taskFilePath, taskFileProblem } from './task-file'

const problem = (name: string, type = '', size = 1) => taskFileProblem({ name, type, size })

test('spec 2 §5: attachments accept images, pdf, doc, docx, xls, xlsx', () => {
  for (const name of ['a.pdf', 'a.DOC', 'a.docx', 'a.xls', 'a.xlsx']) expect(problem(name)).toBeNull()
  expect([problem('a.heic', 'image/heic'), problem('a.PNG')]).toEqual([null, null])
  expect(acceptedTaskFiles).toBe('image/*,.pdf,.doc,.docx,.xls,.xlsx')
})

test('nothing else, nothing empty, nothing above 50 MiB', () => {
  for (const name of ['a.mp4', 'a.exe', 'a.html', 'pdf', 'a.pdf.js']) {
    expect(problem(name, 'text/html')).toBe('This type of file is not accepted')
  }
  expect(problem('a.pdf', 'application/pdf', 0)).toBe('The file is empty')
  expect([problem('a.pdf', '', 50 * 1024 * 1024), problem('a.pdf', '', 50 * 1024 * 1024 + 1)]).toEqual([
    null,
    'The file is larger than 50 MB',
  ])
})

test('spec 2 §7: a stored name is a timestamp and what storage takes of the name', () => {
  const accepted = /^[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/
  for (const name of [
    'Żebbuġ front.png',
    '../../x',
    'a\\b.pdf',
    '.hidden',
    'x'.repeat(255),
    '\u202egpj.exe',
    '日本.pdf',
    'a. ',
  ]) {
    expect(taskFilePath(name, 1_790_000_000_000)).toMatch(accepted)
  }
  expect(taskFilePath('Shop front.PNG', 1_790_000_000_000)).toBe('1790000000000-Shop-front.png')
})
