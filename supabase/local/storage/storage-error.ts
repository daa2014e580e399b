import { BrokenBody } from './body-chunks.ts'

/** A refusal in the shape of Supabase's storage API: `{ statusCode, code, error, message }`, and that HTTP status. */
export class StorageError extends Error {
  readonly status: number
  readonly code: string
  readonly label: string
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, label = code, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.label = label
    this.headers = headers
  }

  toResponse(): Response {
    const body = { statusCode: String(this.status), code: this.code, error: this.label, message: this.message }
    return Response.json(body, { status: this.status, headers: { ...this.headers, 'cache-control': 'no-store' } })
  }
}

export const noSuchBucket = () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
export const noSuchRoute = () => new StorageError(404, 'InvalidRequest', 'This storage route does not exist')
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidBucketName = () =>
  new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
export const badPicture = (words: string) => new StorageError(415, 'InvalidPicture', words, 'invalid_picture')
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large')
export const diskFull = () =>
  new StorageError(507, 'DiskFull', 'The disk of the server is full: please tell your administrator.')
const databaseAway = () =>
  new StorageError(503, 'DatabaseTimeout', 'The database cannot be reached. Please try again in a moment.')
const alreadyExists = (code: 'KeyAlreadyExists' | 'BucketAlreadyExists') =>
  new StorageError(409, code, 'The resource already exists', 'Duplicate')
export const accessDenied = () =>
  new StorageError(403, 'AccessDenied', 'new row violates row-level security policy', 'Unauthorized')
export const bucketNotEmpty = () =>
  new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
export const rangeNotSatisfiable = (size: number) =>
  new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range', {
    'content-range': `bytes */${size}`,
  })

/** Converts any failure to a refusal. `duplicate`: the meaning of a unique violation here. */
export function asStorageError(
  failure: unknown,
  duplicate: 'KeyAlreadyExists' | 'BucketAlreadyExists' = 'KeyAlreadyExists',
): StorageError {
  if (failure instanceof StorageError) return failure
  if (failure instanceof BrokenBody) return invalidRequest('The upload ended too early')
  const state = sqlState(failure)
  // Class 22 is "data exception": a NUL or half a surrogate pair in a text, a number out of range.
  if (typeof state === 'string' && state.startsWith('22')) return invalidRequest('The request holds an invalid value')
  switch (state) {
    case '42501':
      return accessDenied()
    case '23505':
      return alreadyExists(duplicate)
    case '23503':
      return noSuchBucket()
    case '08006':
      return databaseAway()
    default:
      return new StorageError(500, 'InternalError', 'Internal server error')
  }
}

function sqlState(failure: unknown): unknown {
  return failure instanceof Error ? Reflect.get(failure, 'code') : undefined
}
