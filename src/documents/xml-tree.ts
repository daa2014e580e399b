import { XMLParser } from 'fast-xml-parser'

const parser = new XMLParser({
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreAttributes: false,
  removeNSPrefix: true,
  attributeNamePrefix: '@',
  processEntities: true,
})

/** Why a file cannot be read, as the end of a sentence about it. */
export type XmlProblem = 'too large' | 'doctype' | 'no xml'

/**
 * The elements of a file with all values as text. A document type declaration is refused, because its entities could be
 * endless. Returns the problem when the file cannot be read.
 */
export function xmlTree(xml: string, mostBytes: number): { tree: unknown } | { problem: XmlProblem } {
  if (xml.length > mostBytes) return { problem: 'too large' }
  if (/<!DOCTYPE/i.test(xml)) return { problem: 'doctype' }
  try {
    return { tree: parser.parse(xml) }
  } catch {
    return { problem: 'no xml' }
  }
}

/** The value at a path of element names; of a repeated element, the first. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => {
    const one: unknown = Array.isArray(found) ? found[0] : found
    return typeof one === 'object' && one !== null && Object.hasOwn(one, name) ? Reflect.get(one, name) : undefined
  }, value)
}

export const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** The text at a path, at most a thousand characters; null when it is missing or blank. */
export function textAt(value: unknown, path: string): string | null {
  const found = at(value, path)
  const one: unknown = Array.isArray(found) ? found[0] : found
  const text: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, '#text') : one
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, 1000) : null
}
