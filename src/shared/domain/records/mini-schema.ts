/**
 * Checks of received and stored values for the code that a first page loads: plain fields, without zod, which is 27 kB
 * (docs/decisions/0184). Anything more than fields, lists and choices is checked by zod in a later part.
 */
export type Shape<Value> = {
  /** `data` is missing where the value does not fit. */
  safeParse: (value: unknown) => Read<Value>
  /** Throws where the value does not fit. */
  parse: (value: unknown) => Value
}

type Read<Value> = { success: true; data: Value } | { success: false; data?: undefined }

/** A reader of one value: a shape of this file or a zod schema. */
export type Reader<Value> = {
  safeParse: (value: unknown) => { success: boolean; data?: Value | undefined }
}

export type ReadBy<Part> = Part extends Reader<infer Value> ? Value : never

const misfit = { success: false } as const
const fit = <Value>(data: Value): Read<Value> => ({ success: true, data })

function shape<Value>(safeParse: (value: unknown) => Read<Value>): Shape<Value> {
  return {
    safeParse,
    parse: (value) => {
      const read = safeParse(value)
      if (!read.success) throw new TypeError('A value is not of the expected shape.')
      return read.data
    },
  }
}

const when = <Value>(fits: (value: unknown) => value is Value): Shape<Value> =>
  shape((value) => (fits(value) ? fit(value) : misfit))

export const anything: Shape<unknown> = shape(fit)
export const text = when((value): value is string => typeof value === 'string')
export const flag = when((value): value is boolean => typeof value === 'boolean')
export const finite = when((value): value is number => Number.isFinite(value))
/** 0 and above. */
export const amount = when((value): value is number => Number.isFinite(value) && Number(value) >= 0)

export const oneOf = <const Choice>(choices: readonly Choice[]): Shape<Choice> =>
  when((value): value is Choice => choices.some((choice) => choice === value))

export const orNull = <Value>(inner: Reader<Value>): Shape<Value | null> =>
  shape<Value | null>((value) => (value === null ? fit(null) : readBy(inner, value)))

/** A field that may be missing or null: null then. */
export const orMissing = <Value>(inner: Reader<Value>): Shape<Value | null> =>
  shape<Value | null>((value) => (value === null || value === undefined ? fit(null) : readBy(inner, value)))

/** Replaces a value of the wrong shape by `usual`. */
export const orElse = <Value>(inner: Reader<Value>, usual: Value): Shape<Value> =>
  shape((value) => {
    const read = readBy(inner, value)
    return read.success ? read : fit(usual)
  })

/** Converts a value after reading it. A conversion to null makes the value a misfit. */
export const readAs = <Value, Made>(inner: Reader<Value>, make: (value: Value) => Made | null): Shape<Made> =>
  shape((value) => {
    const read = readBy(inner, value)
    const made = read.success ? make(read.data) : null
    return made === null ? misfit : fit(made)
  })

export const listOf = <Value>(inner: Reader<Value>): Shape<Value[]> =>
  shape((value) => {
    if (!Array.isArray(value)) return misfit
    const data: Value[] = []
    for (const one of value) {
      const read = readBy(inner, one)
      if (!read.success) return misfit
      data.push(read.data)
    }
    return fit(data)
  })

/** A record whose values all have the same shape, with any keys. */
export const byName = <Value>(inner: Reader<Value>): Shape<Record<string, Value>> =>
  shape((value) => {
    if (!isRecord(value)) return misfit
    const data: [string, Value][] = []
    for (const [name, one] of Object.entries(value)) {
      const read = readBy(inner, one)
      if (!read.success) return misfit
      data.push([name, read.data])
    }
    return fit(Object.fromEntries(data))
  })

/** Other fields of the value are left out. */
export const fields = <Parts extends Record<string, Reader<unknown>>>(
  parts: Parts,
): Shape<{ [Name in keyof Parts]: ReadBy<Parts[Name]> }> =>
  shape((value) => {
    if (!isRecord(value)) return misfit
    const data: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(parts)) {
      const read = readBy(part, Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined)
      if (!read.success) return misfit
      data[name] = read.data
    }
    return fit(data as { [Name in keyof Parts]: ReadBy<Parts[Name]> })
  })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readBy = <Value>(reader: Reader<Value>, value: unknown): Read<Value> => {
  const { success, data } = reader.safeParse(value)
  return success ? fit(data as Value) : misfit
}
