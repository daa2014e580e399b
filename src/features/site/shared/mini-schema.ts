/** Reads JSON of the database into a known shape, in a tab that has no schema library. Throws where a field is missing. */
export type Shape<Value> = (value: unknown) => Value
type Of<Fields> = { [Name in keyof Fields]: Fields[Name] extends Shape<infer Value> ? Value : never }

const wrong = (wanted: string, value: unknown): never => {
  throw new TypeError(`The answer of the server is not ${wanted}: ${JSON.stringify(value)?.slice(0, 80)}`)
}

export const text: Shape<string> = (value) => (typeof value === 'string' ? value : wrong('a text', value))
export const count: Shape<number> = (value) => (typeof value === 'number' ? value : wrong('a number', value))
export const flag: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : wrong('yes or no', value))
export const maybe =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value) =>
    value === null || value === undefined ? null : shape(value)
export const list =
  <Value>(shape: Shape<Value>): Shape<Value[]> =>
  (value) =>
    Array.isArray(value) ? value.map(shape) : wrong('a list', value)
export const record =
  <Fields extends Record<string, Shape<unknown>>>(fields: Fields): Shape<Of<Fields>> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return wrong('a record', value)
    return Object.fromEntries(
      Object.entries(fields).map(([name, shape]) => [name, shape(Reflect.get(value, name))]),
    ) as Of<Fields>
  }
