/** Reads a stored value; `data` is missing where the value does not fit. Schemas of zod and of zod/mini are such readers. */
type Reader<Value> = { safeParse: (stored: unknown) => { data?: Value | undefined } }

/** One thing that a browser remembers. It never throws: a storage that is damaged, full or blocked only forgets. */
export type Memory<Value> = {
  /** Null where nothing is remembered, or nothing that can be read. */
  read: () => Value | null
  /** Says whether the browser took it. */
  keep: (value: Value) => boolean
  forget: () => void
  /** Calls back with each value that another tab keeps, or null when it is empty. Returns the function that stops it. */
  onKeptElsewhere: (heard: (value: Value | null) => void) => () => void
}

/** A value kept in this browser for every person: settings and public facts. */
export const memoryOfBrowser = <Value>(name: string, schema: Reader<Value>) => memory(`signwright:${name}`, schema)

/** A value kept in this browser for one person. The next person on the same browser does not get it. */
export const memoryOfPerson = <Value>(userId: string, name: string, schema: Reader<Value>) =>
  memory(`signwright-person:${userId}:${name}`, schema)

const visits = 'signwright-visit:'

/** As `memoryOfPerson`, but removed at sign-out. It holds names of records and nothing that a person typed. */
export const memoryOfVisit = <Value>(userId: string, name: string, schema: Reader<Value>) =>
  memory(`${visits}${userId}:${name}`, schema)

export const forgetVisits = (): void => keysFrom(visits).forEach(forgetKey)

/** A value kept in this tab until it is closed. */
export const memoryOfTab = <Value>(name: string, schema: Reader<Value>) =>
  memory(`signwright:${name}`, schema, () => window.sessionStorage)

/** Any key of this browser's storage; it is parsed at each read. */
export function memory<Value>(key: string, schema: Reader<Value>, storage = localOne): Memory<Value> {
  const parsed = (text: string | null): Value | null =>
    text === null ? null : (attempt(() => schema.safeParse(JSON.parse(text)).data) ?? null)
  return {
    read: () => parsed(attempt(() => storage().getItem(key))),
    keep: (value) =>
      attempt(() => {
        storage().setItem(key, JSON.stringify(value))
        return true
      }) ?? false,
    forget: () => void attempt(() => storage().removeItem(key)),
    onKeptElsewhere: (heard) => {
      const hear = (event: StorageEvent) => {
        if (event.key === key) heard(parsed(event.newValue))
      }
      window.addEventListener('storage', hear)
      return () => window.removeEventListener('storage', hear)
    },
  }
}

/** The raw text under a key that other code writes. */
export const storedText = (key: string): string | null => attempt(() => localOne().getItem(key))

/** Every key of this browser's storage that begins so. */
export const keysFrom = (prefix: string): string[] =>
  attempt(() => {
    const keys = Array.from({ length: localOne().length }, (_, place) => localOne().key(place))
    return keys.filter((key) => key !== null).filter((key) => key.startsWith(prefix))
  }) ?? []

/**
 * Calls back when another tab keeps or forgets a value under a key with this prefix: with the new value, or with the last one
 * when it was forgotten. Returns the function that stops it.
 */
export function onKeysChangedElsewhere<Value>(
  prefix: string,
  schema: Reader<Value>,
  heard: (value: Value) => void,
): () => void {
  const hear = ({ key, newValue, oldValue }: StorageEvent) => {
    const text = newValue ?? oldValue
    if (!key?.startsWith(prefix) || text === null) return
    const value = attempt(() => schema.safeParse(JSON.parse(text)).data) ?? null
    if (value !== null) heard(value)
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

export const forgetKey = (key: string): void => void attempt(() => localOne().removeItem(key))

function localOne(): Storage {
  return window.localStorage
}

function attempt<Result>(act: () => Result): Result | null {
  try {
    return act()
  } catch {
    return null
  }
}
