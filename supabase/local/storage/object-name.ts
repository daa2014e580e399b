import { invalidBucketName, invalidKey } from './storage-error.ts'

/** Supabase's set of characters for keys. Everything else, and so every non-ASCII letter, is refused. */
const keyCharacters = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/
const bucketCharacters = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/

/** The key itself, or InvalidKey: at most 1024 characters of Supabase's set, no empty, `.` or `..` segment. */
export function checkedKey(key: string): string {
  const segments = key.split('/')
  const harmless = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  if (key.length > 1024 || !keyCharacters.test(key) || !harmless) throw invalidKey(key)
  return key
}

/** The bucket name itself, or InvalidBucketName: 1 to 100 characters, no slash, no space at an end. */
export function checkedBucket(name: string): string {
  if (name.length > 100 || name.trim() !== name || !bucketCharacters.test(name)) throw invalidBucketName()
  return name
}

/** Bucket and key of a path below a route, decoded once. A second layer of escapes is left in, and so refused. */
export function splitObjectPath(path: string): { bucket: string; key: string } {
  const slash = path.indexOf('/')
  if (slash < 0) return { bucket: checkedBucket(decoded(path)), key: checkedKey('') }
  return { bucket: checkedBucket(decoded(path.slice(0, slash))), key: checkedKey(decoded(path.slice(slash + 1))) }
}

/** The bucket of a path that names nothing else. */
export const bucketOfPath = (path: string): string => checkedBucket(decoded(path))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidKey(text)
  }
}
