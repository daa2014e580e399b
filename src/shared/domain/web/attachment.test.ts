import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceptedFiles,
  commentFilePath,
  fileNameOf,
  fileProblem,
  largestFile,
  previewOf,
  shortName,
} from './attachment'

/** The insert policy of storage.objects accepts these names only. */
const accepted = /^(task-comments\/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/
const at = 1_795_000_000_000

describe('spec 2 §5: preview by type', () => {
  test.each([
    ['image', 'jpg jpeg png gif webp svg bmp tiff JPG'],
    ['video', 'mp4 webm ogg mov avi wmv flv m4v mkv 3gp'],
    ['audio', 'mp3 wav m4a aac flac wma opus'],
    ['pdf', 'pdf PDF'],
    ['download', 'doc docx xls xlsx txt csv html exe zip'],
  ])('%s: %s', (kind, extensions) => {
    for (const extension of extensions.split(' ')) expect(previewOf(`a.${extension}`)).toBe(kind)
  })

  test('goes by the last extension', () => {
    expect([previewOf('a.png.exe'), previewOf('a.exe.png'), previewOf('png'), previewOf('')]).toEqual([
      'download',
      'image',
      'download',
      'download',
    ])
  })
})

test('spec 2 §5: the chooser of a comment offers what is accepted', () => {
  expect(acceptedFiles).toBe('image/*,video/*,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.txt,.csv,.mp4,.ogg,.opus,.m4a')
})

describe('a file for a comment', () => {
  const file = (name: string, size = 1, type = '') => fileProblem({ name, size, type })

  test('spec 2 §5: is an image, video, audio, pdf, doc, docx, xls, xlsx, txt, csv, mp4, ogg, opus or m4a', () => {
    const names = 'pdf doc docx xls xlsx txt csv mp4 ogg opus m4a png'.split(' ').map((extension) => `a.${extension}`)
    expect(names.map((name) => file(name))).toEqual(names.map(() => null))
    expect(file('scan', 1, 'image/heic')).toBe(null)
    expect([file('a.exe'), file('a.html', 1, 'text/html'), file('noname')]).toEqual([
      'This type of file is not accepted',
      'This type of file is not accepted',
      'This type of file is not accepted',
    ])
  })

  test('is not empty and not larger than the bucket takes', () => {
    expect([file('a.pdf', 0), file('a.pdf', largestFile), file('a.pdf', largestFile + 1)]).toEqual([
      'The file is empty',
      null,
      'The file is larger than 50 MB',
    ])
  })

  test('spec 2 §7: is stored under a timestamp and a plain name', () => {
    expect(commentFilePath('Schürze – Größe L.PDF', at)).toBe('task-comments/1795000000000-Schurze-Grosse-L.pdf')
    expect(commentFilePath('Pjan Ħal Għaxaq.pdf', at)).toBe('task-comments/1795000000000-Pjan-Hal-Ghaxaq.pdf')
    expect(commentFilePath('../../x', at)).toBe('task-comments/1795000000000-x')
    expect(commentFilePath('...', at)).toBe('task-comments/1795000000000-file')
  })

  test('of any name is stored under a name that storage accepts', () => {
    const parts = fc.constantFrom(
      '../',
      'a\\b',
      'C:\\',
      'CON',
      '.',
      ' ',
      '\0',
      '%2e%2e%2f',
      '\u202egpj.exe',
      '👩‍🚀',
      'İ',
      'x',
    )
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(parts).map((some) => some.join('')),
    )
    fc.assert(fc.property(names, (name) => accepted.test(commentFilePath(name, at))))
  })
})

describe('the name of a stored file', () => {
  test('has no folder and no timestamp', () => {
    expect(fileNameOf('task-comments/1795000000000-plan.pdf')).toBe('plan.pdf')
    expect(fileNameOf('https://files.test/a/site-photo.jpg?token=x')).toBe('site-photo.jpg')
    expect(fileNameOf('')).toBe('file')
  })

  test('spec 2 §5: longer than 16 characters is shortened for display', () => {
    expect(shortName('1234567890123456')).toBe('1234567890123456')
    expect(shortName('12345678901234567')).toBe('12345678…1234567')
    expect(shortName('gantry-hoarding-elevation.pdf')).toBe('gantry-h…ion.pdf')
  })
})
