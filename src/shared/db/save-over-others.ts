type Versioned = { row_version: number }

type SaveOverOthers<Row extends Versioned, Values extends object> = {
  /** `This contact`: how the record is called in what is said. */
  what: string
  /** As the person saw it, and as they want it. */
  before: Values
  values: Values
  read: () => Promise<Row | null>
  /** Writes over that version; whether a row was written. */
  write: (patch: Partial<Values>, version: number) => Promise<boolean>
}

/**
 * Saves only what changed against `before`. Changes that somebody else made in other fields meanwhile stay; where both
 * changed the same field nothing is saved and the error says so.
 */
export async function saveOverOthers<Row extends Versioned, Values extends object>({
  what,
  before,
  values,
  read,
  write,
}: SaveOverOthers<Row, Values>): Promise<void> {
  const patch: Partial<Values> = { ...values }
  for (const field of Object.keys(values))
    if (Reflect.get(before, field) === Reflect.get(values, field)) Reflect.deleteProperty(patch, field)
  if (Object.keys(patch).length === 0) return
  for (let tries = 0; tries < 5; tries++) {
    const now = await read()
    if (now === null) throw new Error(`${what} is not there any more`)
    const isTheirs = (field: string) => {
      const theirs: unknown = Reflect.get(now, field)
      return theirs !== Reflect.get(before, field) && theirs !== Reflect.get(values, field)
    }
    if (Object.keys(patch).some(isTheirs))
      throw new Error('Somebody else changed the same fields meanwhile. Look at what they wrote, and save again.')
    if (await write(patch, now.row_version)) return
    if ((await read())?.row_version === now.row_version) throw new Error(`You may not change ${what.toLowerCase()}`)
  }
  throw new Error(`Others keep changing ${what.toLowerCase()}: please try again`)
}
