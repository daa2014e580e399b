import { OlderDatabase } from './engine/migrations.ts'
import type { Settings } from './settings.ts'

type StartSettings = Pick<Settings, 'PORT' | 'HOST' | 'SIGNWRIGHT_DATA_DIR' | 'DATABASE_URL'>

const cannotBeWritten = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EINVAL', 'ENOTSUP'])
const isFull = new Set(['ENOSPC', 'EDQUOT', '53100'])
const databaseIsAway = new Set(['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'])

/** The reason why the server did not start, as one sentence with the remedy. */
export function startFailure(error: unknown, settings: StartSettings): Error {
  const code = codeOf(error)
  const { PORT, HOST, SIGNWRIGHT_DATA_DIR } = settings
  if (error instanceof OlderDatabase)
    return new Error(
      settings.DATABASE_URL
        ? `The database at DATABASE_URL ${error.message} Set DATABASE_URL to a new database, or start that version.`
        : `The data directory ${SIGNWRIGHT_DATA_DIR} ${error.message} Set SIGNWRIGHT_DATA_DIR to a new directory, or start that version.`,
    )
  if (code === 'EADDRINUSE')
    return new Error(`Port ${PORT} is in use. Stop what uses it, or choose another: PORT=3001 npm start`)
  if (code === 'EADDRNOTAVAIL') return new Error(`This machine has no address ${HOST}: check HOST.`)
  if (code === 'EACCES' && error instanceof Error && 'port' in error)
    return new Error(`Port ${PORT} needs more rights than this user has. Choose one above 1023.`)
  if (isFull.has(code) || /no space left on device/i.test(messageOf(error)))
    return new Error(
      `The disk that holds ${SIGNWRIGHT_DATA_DIR} is full. Make some room, at least 128 MB, then start again.`,
    )
  if (cannotBeWritten.has(code))
    return new Error(
      `The data directory ${SIGNWRIGHT_DATA_DIR} cannot be written. Set SIGNWRIGHT_DATA_DIR to one that can.`,
    )
  if (databaseIsAway.has(code))
    return new Error(`The database at DATABASE_URL cannot be opened: ${messageOf(error) || code}`)
  return error instanceof Error ? error : new Error(messageOf(error))
}

/** PGlite's error number for a full disk. */
const fullInPglite = 51

/** The code of an error or of its cause. PGlite throws numbers that are no errors. */
function codeOf(error: unknown): string {
  if (typeof error === 'object' && error && 'errno' in error && error.errno === fullInPglite) return 'ENOSPC'
  if (!(error instanceof Error)) return ''
  return 'code' in error ? String(error.code) : codeOf(error.cause)
}

/** The message of an error, also of a thrown value that is no error. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message
  const sign = 'errno' in error ? error.errno : 'code' in error ? error.code : undefined
  return `Something failed and did not say why${sign === undefined ? '' : ` (its number is ${String(sign)})`}.`
}
