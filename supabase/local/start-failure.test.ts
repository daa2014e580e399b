import { expect, test } from 'vitest'
import { OlderDatabase } from './engine/migrations.ts'
import { startFailure } from './start-failure.ts'

const settings = { PORT: 3000, HOST: '127.0.0.1', SIGNWRIGHT_DATA_DIR: '/data' }
const coded = (code: string, more: object = {}) => Object.assign(new Error(`${code}: no`), { code, ...more })
const notWritten = 'The data directory /data cannot be written. Set SIGNWRIGHT_DATA_DIR to one that can.'
const full = 'The disk that holds /data is full. Make some room, at least 128 MB, then start again.'

test.each([
  [
    'a port that is in use',
    coded('EADDRINUSE'),
    'Port 3000 is in use. Stop what uses it, or choose another: PORT=3001 npm start',
  ],
  [
    'a port for others',
    coded('EACCES', { port: 80 }),
    'Port 3000 needs more rights than this user has. Choose one above 1023.',
  ],
  ['an address of another machine', coded('EADDRNOTAVAIL'), 'This machine has no address 127.0.0.1: check HOST.'],
  ['a folder for others', coded('EACCES'), notWritten],
  ['a read-only disk', coded('EROFS'), notWritten],
  ['a pseudo file system', coded('ENOENT'), notWritten],
  ['a full disk', coded('ENOSPC'), full],
  ['a used up share of the disk', coded('EDQUOT'), full],
  ['a full disk that the database noticed', coded('53100'), full],
  ['a full disk below a migration', new Error('Migration x failed', { cause: coded('ENOSPC') }), full],
  ['a full disk that PGlite could not even begin on', { name: 'ErrnoError', errno: 51 }, full],
  ['a full disk in the words of PostgreSQL', new Error('could not extend file: No space left on device'), full],
  ['a database that is away', coded('ECONNREFUSED'), 'The database at DATABASE_URL cannot be opened: ECONNREFUSED: no'],
  ['anything else', new Error('Migration 1 was changed'), 'Migration 1 was changed'],
  ['what is no error', 'odd', 'odd'],
  ['what is no error but has words', { message: 'The snapshot is gone' }, 'The snapshot is gone'],
  ['a number of PGlite', { name: 'ErrnoError', errno: 44 }, 'Something failed and did not say why (its number is 44).'],
  ['nothing at all', {}, 'Something failed and did not say why.'],
])('%s is one sentence', (_, error, sentence) => expect(startFailure(error, settings).message).toBe(sentence))

test('a database from before the squashed migrations is refused in one sentence, by its own name', () => {
  const older = new OlderDatabase('was made before. It was left unchanged.')
  expect([
    startFailure(older, settings).message,
    startFailure(older, { ...settings, DATABASE_URL: 'postgres://localhost/signwright' }).message,
  ]).toEqual([
    'The data directory /data was made before. It was left unchanged. Set SIGNWRIGHT_DATA_DIR to a new directory, or start that version.',
    'The database at DATABASE_URL was made before. It was left unchanged. Set DATABASE_URL to a new database, or start that version.',
  ])
})
